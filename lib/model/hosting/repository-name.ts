/** A repository by its names: `{ ownerSlug: "acme", repoName: "orders" }`. */
export interface RepositoryName {
  ownerSlug: string;
  repoName: string;
}

/** Reads `owner/name`, also out of a URL; `undefined` when it is neither. */
export function repositoryOf(text: string): RepositoryName | undefined {
  const [ownerSlug, repoName, ...more] = text
    .trim()
    .replace(/^[a-z]+:\/\/[^/]+\//i, "")
    .replace(/\.git$/, "")
    .split("/");
  return ownerSlug && repoName && more.length === 0 ? { ownerSlug, repoName } : undefined;
}
