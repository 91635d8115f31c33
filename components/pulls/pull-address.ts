import type { Repo } from "@/lib/contract/hosting/repo";
import type { PullName } from "./pull-queries";

const pathAndNumber = /^(.+)\/pulls?\/([0-9]+)\/*$/;
const parsed = (url: string) => (URL.canParse(url) ? new URL(url) : undefined);

/**
 * Parses the URL of a pull request in one of the given repositories. The host must match the clone URL,
 * and the path must end with the owner and name.
 */
export function parsePullUrl(
  url: string,
  repositories: readonly Pick<Repo, "name" | "owner" | "cloneUrl">[],
): PullName | undefined {
  const target = parsed(url);
  const [, path = "", pullNumber = ""] = pathAndNumber.exec(target?.pathname ?? "") ?? [];
  const known = repositories.find(({ cloneUrl, owner, name }) => {
    const end = `/${owner.slug}/${name}`.toLowerCase();
    return parsed(cloneUrl)?.host === target?.host && path.toLowerCase().endsWith(end);
  });
  return known && { ownerSlug: known.owner.slug, repoName: known.name, pullNumber };
}
