/** `owner/name` of a repository's address, with or without its scheme. */
export function repositoryName(url: string): string {
  return url
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/^[^/]+\//, "")
    .replace(/\/$/, "")
    .replace(/\.git$/, "");
}

/** The number of a pull request, from its address; `undefined` when it holds none. */
export function pullRequestNumber(url: string): string | undefined {
  return /\/(?:pulls?|pull-requests|merge_requests)\/([0-9]+)(?:[/?#]|$)/.exec(url)?.[1];
}

/** The address when a browser may be sent there, otherwise `undefined`: addresses of agents are not to be trusted. */
export function safeAddress(url: string): string | undefined {
  try {
    const { protocol } = new URL(url);
    return protocol === "https:" || protocol === "http:" ? url : undefined;
  } catch {
    return undefined;
  }
}
