import { eq } from "drizzle-orm";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import { apiError } from "../../core/http/api-error";
import { pullRequests } from "../../core/store/tables/pull-requests";
import type { Reader } from "../../core/store/transaction";
import { type FoundPullRequest, findPullRequestsById, type PullRequestRow } from "../pulls/pull-request-row";

export type StackShape = NonNullable<MergeBlocker["stackShape"]>["reason"];

/** The pull requests a merge would land. */
export interface Layers {
  /** Unmerged pull requests, stack root first, the target last. */
  layers: FoundPullRequest[];
  /** Merged ancestors, nearest first. */
  merged: FoundPullRequest[];
  /** The base branch of the stack's root. */
  baseRef: string;
  problem: { reason: StackShape; related: FoundPullRequest[] } | undefined;
}

/** Follows a pull request's parents to the root of its stack (specification, section 4 Pull requests, rule 4). */
export async function readLayers(db: Reader, target: FoundPullRequest): Promise<Layers> {
  const chain = [target];
  const seen = new Set([target.pull.id]);
  let problem: Layers["problem"];
  for (let at = target; at.pull.parentId !== null; ) {
    const parent = (await findPullRequestsById(db, [at.pull.parentId])).get(at.pull.parentId);
    if (!parent) problem = { reason: "missing_parent", related: [] };
    else if (parent.pull.repositoryId !== target.pull.repositoryId) {
      problem = { reason: "cross_repository_parent", related: [] };
    } else if (seen.has(parent.pull.id)) problem = { reason: "cycle", related: [parent] };
    if (!parent || problem) break;
    chain.push(parent);
    seen.add(parent.pull.id);
    at = parent;
  }
  const merged = chain.filter(({ pull }) => pull.state === "merged");
  const layers = chain.filter(({ pull }) => pull.state !== "merged" || pull.id === target.pull.id).reverse();
  const firstMerged = chain.findIndex(({ pull }) => pull.state === "merged");
  const above = firstMerged < 0 ? [] : chain.slice(firstMerged).filter(({ pull }) => pull.state !== "merged");
  if (!problem && above.length > 0) problem = { reason: "partially_merged", related: above };
  return { layers, merged, baseRef: chain.at(-1)?.pull.baseRef ?? target.pull.baseRef, problem };
}

const maxStackSize = 200;

/** Throws FailedPrecondition for pull requests in stacks of more than 200, including merged ones. */
export async function requireStackSize(db: Reader, { stackId }: Pick<PullRequestRow, "stackId">): Promise<void> {
  if (!stackId) return;
  const rows = await db.select({ id: pullRequests.id }).from(pullRequests).where(eq(pullRequests.stackId, stackId));
  if (rows.length <= maxStackSize) return;
  throw apiError.repohost("FailedPrecondition", `The stack has more than ${maxStackSize} pull requests`);
}
