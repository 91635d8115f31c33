import type { Service } from "../../core/context";
import { type FoundRepository, findRepositoryByUrl, repositoryUrl } from "../repositories/access";
import { type FoundPullRequest, findPullRequest } from "./pull-request-row";

/** The address of a pull request as people write it. */
export function pullRequestUrl(
  service: Pick<Service, "settings">,
  repository: { ownerSlug: string; name: string },
  number: number,
): string {
  return `${repositoryUrl(service, repository)}/pull/${number}`;
}

const repositoryAndNumber = /^(.+)\/pulls?\/([0-9]+)\/*$/;

/** The pull request a URL names, below any address of this service. */
export async function findPullRequestByUrl(
  service: Pick<Service, "db" | "settings" | "origin">,
  url: string,
): Promise<(FoundPullRequest & { repository: FoundRepository }) | undefined> {
  const [, base = "", number = ""] = repositoryAndNumber.exec(url) ?? [];
  const repository = await findRepositoryByUrl(service, base);
  const found = repository && (await findPullRequest(service.db, repository.id, number));
  return found && { ...found, repository };
}
