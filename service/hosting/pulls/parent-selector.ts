import type { ParentPullRequestSelector } from "@/lib/contract/hosting/pull-request";
import { apiError } from "../../core/http/api-error";
import type { Reader } from "../../core/store/transaction";
import { findPullRequest, findPullRequestsById, type PullRequestRow } from "./pull-request-row";

const invalid = (message: string) =>
  apiError.repohost("InvalidArgument", `parentPullRequest ${message}`, "parentPullRequest");

/**
 * Resolves a parent selector to a pull request or `clear` (specification, section 4 Pull requests, rule 2). Throws
 * InvalidArgument unless it identifies one open pull request of the repository.
 */
export async function selectParent(
  db: Reader,
  repositoryId: string,
  selector: ParentPullRequestSelector,
): Promise<PullRequestRow | "clear"> {
  const { number, id, clear } = selector;
  if ([number, id, clear].filter((member) => member !== undefined).length !== 1) {
    throw invalid("must set exactly one of number, id and clear");
  }
  if (clear !== undefined) {
    if (!clear) throw invalid("clear must be true");
    return "clear";
  }
  const found =
    number === undefined
      ? (await findPullRequestsById(db, [id ?? ""])).get(id ?? "")
      : await findPullRequest(db, repositoryId, number);
  if (found?.pull.repositoryId !== repositoryId) throw invalid("not found in this repository");
  if (found.pull.state !== "open") throw invalid("must be open");
  return found.pull;
}

/** Rejects the former field for the parent's number. */
export function rejectParentNumber(body: object): void {
  if (!("parentPullNumber" in body || "parent_pull_number" in body)) return;
  throw apiError.repohost(
    "InvalidArgument",
    "parent_pull_number is no longer supported. Use parentPullRequest.",
    "parent_pull_number",
  );
}
