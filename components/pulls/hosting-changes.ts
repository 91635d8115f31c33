import type { QueryKey } from "@tanstack/react-query";
import type { HostingChange } from "@/lib/model/hosting/hosting-change";

const roots: Readonly<Record<HostingChange["what"], readonly string[]>> = {
  pull: ["pulls"],
  checks: ["checks", "pulls"],
  repository: ["hosting"],
  apps: ["hosting", "apps"],
  github: ["github"],
};

/** Queries that aren't refetched: data of a version or commit is immutable, and search results must not change while they are read. */
const immutable: ReadonlySet<unknown> = new Set(["files", "versions-diff", "content", "tree", "search", "comparison"]);

type Named = Readonly<Record<string, unknown>>;

const isNamed = (part: unknown): part is Named => typeof part === "object" && part !== null;

function isOf(named: Named, { repository, pulls, sha, what }: HostingChange): boolean {
  const { ownerSlug, repoName, pullNumber, sha: commit } = named;
  if (repository && typeof ownerSlug === "string" && typeof repoName === "string") {
    const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
    const isSameRepository =
      ownerSlug === "_"
        ? repoName === repository.id
        : same(ownerSlug, repository.owner) && same(repoName, repository.name);
    if (!isSameRepository) return false;
  }
  if (what === "checks" && typeof commit === "string" && sha !== undefined && commit !== sha) return false;
  return !(typeof pullNumber === "string" && pulls && !pulls.includes(pullNumber));
}

/** Whether a change can affect the query with this key. */
export function isStaleAfter(change: HostingChange, key: QueryKey): boolean {
  const [root, ...rest] = key;
  if (typeof root !== "string" || !roots[change.what].includes(root)) return false;
  if (rest.some((part) => immutable.has(part))) return false;
  return rest.filter(isNamed).every((named) => isOf(named, change));
}

/** Whether a query shows hosting data at all, for when changes were missed. */
export function isHostingQuery([root]: QueryKey): boolean {
  return typeof root === "string" && Object.values(roots).some((each) => each.includes(root));
}
