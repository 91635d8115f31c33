/** Identifies a repository: `{ ownerSlug: "acme", repoName: "orders" }`. */
export interface RepositoryName {
  ownerSlug: string;
  repoName: string;
}

/** Parses `owner/name`, alone or in a URL. Returns `undefined` for anything else. */
export function parseRepositoryName(text: string): RepositoryName | undefined {
  const [ownerSlug, repoName, ...more] = text
    .trim()
    .replace(/^[a-z]+:\/\/[^/]+\//i, "")
    .replace(/\.git$/, "")
    .split("/");
  return ownerSlug && repoName && more.length === 0 ? { ownerSlug, repoName } : undefined;
}
