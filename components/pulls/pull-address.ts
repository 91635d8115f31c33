import type { Repo } from "@/lib/contract/hosting/repo";
import type { PullName } from "./pull-queries";

const pathAndNumber = /\/([^/]+\/[^/]+)\/pulls?\/([0-9]+)\/*$/;
const parsed = (url: string) => (URL.canParse(url) ? new URL(url) : undefined);

/**
 * Returns a function that parses the URL of a pull request in one of the given repositories. The host must match the clone URL,
 * and the path must end with the owner and name.
 */
export function pullUrlParser(
  repositories: readonly Pick<Repo, "name" | "owner" | "cloneUrl">[],
): (url: string) => PullName | undefined {
  const addressOf = (host: string | undefined, path: string) => `${host} ${path}`.toLowerCase();
  const known = new Map(
    repositories.map(({ cloneUrl, owner, name }) => [
      addressOf(parsed(cloneUrl)?.host, `${owner.slug}/${name}`),
      { ownerSlug: owner.slug, repoName: name },
    ]),
  );
  return (url) => {
    const target = parsed(url);
    const [, path = "", pullNumber = ""] = pathAndNumber.exec(target?.pathname ?? "") ?? [];
    const repository = known.get(addressOf(target?.host, path));
    return repository && { ...repository, pullNumber };
  };
}

/** Parses one URL: see {@link pullUrlParser}. */
export const parsePullUrl = (url: string, repositories: Parameters<typeof pullUrlParser>[0]): PullName | undefined =>
  pullUrlParser(repositories)(url);
