/** `owner/name` of a repository URL, with or without a scheme. */
export function repositoryName(url: string): string {
  return url
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/^[^/]+\//, "")
    .replace(/\/$/, "")
    .replace(/\.git$/, "");
}

/** The number in a pull request URL; `undefined` when there is none. */
export function pullRequestNumber(url: string): string | undefined {
  return /\/(?:pulls?|pull-requests|merge_requests)\/([0-9]+)(?:[/?#]|$)/.exec(url)?.[1];
}

/** The URL if it is safe to link to, otherwise `undefined`. URLs from agents are untrusted. */
export function safeAddress(url: string): string | undefined {
  try {
    const { protocol } = new URL(url);
    return protocol === "https:" || protocol === "http:" ? url : undefined;
  } catch {
    return undefined;
  }
}
