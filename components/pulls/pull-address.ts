import type { Repo } from "@/lib/contract/repohost/repo";
import type { PullName } from "@/lib/queries/pulls";

const repositoryAndNumber = /^(.+)\/pulls?\/([0-9]+)\/*$/;

/** The pull request an address names, when it is one of a repository this dashboard shows. */
export function pullNameOf(
  url: string,
  repositories: readonly Pick<Repo, "name" | "owner" | "cloneUrl">[],
): PullName | undefined {
  const [, base = "", pullNumber = ""] = repositoryAndNumber.exec(url) ?? [];
  const known = repositories.find(
    ({ cloneUrl }) => cloneUrl.replace(/\.git$/, "").toLowerCase() === base.toLowerCase(),
  );
  return known && { ownerSlug: known.owner.slug, repoName: known.name, pullNumber };
}
