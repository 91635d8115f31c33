import type { Repo } from "@/lib/contract/hosting/repo";
import type { PullName } from "./pull-queries";

const pathAndNumber = /^(.+)\/pulls?\/([0-9]+)\/*$/;
const parsed = (url: string) => (URL.canParse(url) ? new URL(url) : undefined);

/**
 * The pull request a URL names, if its repository is one this dashboard shows: on the server it is cloned
 * from, below its owner and name.
 */
export function pullNameOf(
  url: string,
  repositories: readonly Pick<Repo, "name" | "owner" | "cloneUrl">[],
): PullName | undefined {
  const address = parsed(url);
  const [, path = "", pullNumber = ""] = pathAndNumber.exec(address?.pathname ?? "") ?? [];
  const known = repositories.find(({ cloneUrl, owner, name }) => {
    const end = `/${owner.slug}/${name}`.toLowerCase();
    return parsed(cloneUrl)?.host === address?.host && path.toLowerCase().endsWith(end);
  });
  return known && { ownerSlug: known.owner.slug, repoName: known.name, pullNumber };
}
