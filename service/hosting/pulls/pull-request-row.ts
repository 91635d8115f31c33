import { and, eq, inArray } from "drizzle-orm";
import type { PullRequestReference } from "@/lib/contract/hosting/pull-request";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import type { Principal } from "../../core/principal";
import { pullRequests, pullRequestVersions } from "../../core/store/tables/pull-requests";
import type { Reader } from "../../core/store/transaction";
import {
  type FoundRepository,
  type PermittedRepository,
  repositoryReference,
  requireRepository,
} from "../access/repository-access";

export type PullRequestRow = typeof pullRequests.$inferSelect;
export type VersionRow = typeof pullRequestVersions.$inferSelect;
/** A database or transaction to read from. */

/** A pull request with its latest version. */
export interface FoundPullRequest {
  pull: PullRequestRow;
  version: VersionRow;
}

const withVersion = (db: Reader) =>
  db
    .select({ pull: pullRequests, version: pullRequestVersions })
    .from(pullRequests)
    .innerJoin(
      pullRequestVersions,
      and(eq(pullRequestVersions.pullRequestId, pullRequests.id), eq(pullRequestVersions.number, pullRequests.version)),
    );

export function selectPullRequests(db: Reader, where: ReturnType<typeof and>) {
  return withVersion(db).where(where);
}

export async function findPullRequestsById(db: Reader, ids: readonly string[]): Promise<Map<string, FoundPullRequest>> {
  if (ids.length === 0) return new Map();
  const rows = await selectPullRequests(db, inArray(pullRequests.id, [...ids]));
  return new Map(rows.map((row) => [row.pull.id, row]));
}

const decimal = /^[1-9][0-9]{0,8}$/;

/** Finds a repository's pull request by the number from a path or body. */
export async function findPullRequest(
  db: Reader,
  repositoryId: string,
  number: string,
): Promise<FoundPullRequest | undefined> {
  if (!decimal.test(number)) return undefined;
  const where = and(eq(pullRequests.repositoryId, repositoryId), eq(pullRequests.number, Number(number)));
  const [found] = await selectPullRequests(db, where);
  return found;
}

/** The pull request at an address, for a principal with at least `needed` permission on its repository. */
export async function requirePullRequest(
  context: Pick<Context, "db">,
  principal: Principal,
  params: { ownerSlug: string; repoName: string; pullNumber: string },
  needed: "read" | "write" = "read",
): Promise<FoundPullRequest & { repository: PermittedRepository }> {
  const repository = await requireRepository(context, principal, params, needed);
  const found = await findPullRequest(context.db, repository.id, params.pullNumber);
  if (!found) throw apiError.repohost("NotFound", "Pull request not found");
  return { ...found, repository };
}

export function pullRequestReference(
  repository: FoundRepository,
  pull: Pick<PullRequestRow, "id" | "number">,
): PullRequestReference {
  return { id: pull.id, number: String(pull.number), repository: repositoryReference(repository) };
}
