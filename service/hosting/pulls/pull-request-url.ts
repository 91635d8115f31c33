import type { Context } from "../../core/context";
import { type FoundRepository, findRepositoryByUrl, repositoryUrl } from "../access/repository-access";
import { type FoundPullRequest, findPullRequest } from "./pull-request-row";

/** The address of a pull request as people write it. */
export function pullRequestUrl(
  context: Pick<Context, "settings">,
  repository: { ownerSlug: string; name: string },
  number: number,
): string {
  return `${repositoryUrl(context, repository)}/pull/${number}`;
}

const repositoryAndNumber = /^(.+)\/pulls?\/([0-9]+)\/*$/;

/** The pull request a URL names, below any address of this service. */
export async function findPullRequestByUrl(
  context: Pick<Context, "db" | "settings" | "origin">,
  url: string,
): Promise<(FoundPullRequest & { repository: FoundRepository }) | undefined> {
  const [, base = "", number = ""] = repositoryAndNumber.exec(url) ?? [];
  const repository = await findRepositoryByUrl(context, base);
  const found = repository && (await findPullRequest(context.db, repository.id, number));
  return found && { ...found, repository };
}
