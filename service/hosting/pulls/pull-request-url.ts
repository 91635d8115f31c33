import type { Context } from "../../core/context";
import { type FoundRepository, findRepositoryByUrl, repositoryUrl } from "../access/repository-access";
import { type FoundPullRequest, findPullRequest } from "./pull-request-row";

/** A pull request's canonical URL. */
export function pullRequestUrl(
  context: Pick<Context, "settings">,
  repository: { ownerSlug: string; name: string },
  number: number,
): string {
  return `${repositoryUrl(context, repository)}/pull/${number}`;
}

const repositoryAndNumber = /^(.+)\/pulls?\/([0-9]+)\/*$/;

/** Finds a pull request by URL, under any of this service's base URLs. */
export async function findPullRequestByUrl(
  context: Pick<Context, "db" | "settings" | "origin">,
  url: string,
): Promise<(FoundPullRequest & { repository: FoundRepository }) | undefined> {
  const [, base = "", number = ""] = repositoryAndNumber.exec(url) ?? [];
  const repository = await findRepositoryByUrl(context, base);
  const found = repository && (await findPullRequest(context.db, repository.id, number));
  return found && { ...found, repository };
}
