export interface PullAddress {
  ownerSlug: string;
  repoName: string;
  pullNumber: string;
}

const form = /\/([^/]+)\/([^/]+)\/pulls?\/([0-9]{1,15})\/*$/;

/** The repository and number in the URL of a pull request; `undefined` for anything else. */
export function parsePullAddress(url: string): PullAddress | undefined {
  if (!URL.canParse(url)) return undefined;
  const [, ownerSlug, repoName, pullNumber] = form.exec(new URL(url).pathname) ?? [];
  return ownerSlug && repoName && pullNumber ? { ownerSlug, repoName, pullNumber } : undefined;
}
