import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { commentThreads } from "../../core/store/tables/reviews";
import { users } from "../../core/store/tables/users";
import type { Reader } from "../../core/store/transaction";
import type { FoundPullRequest } from "../pulls/pull-request-row";
import type { Approver } from "./approvals";

interface ReviewPolicy {
  rulesetName: string;
  requireLastPushApproval: boolean;
  requiredReviewThreadResolution: boolean;
}

/** Unresolved threads on files. The general discussion can't be resolved. */
function countOpenThreads(db: Reader, pullRequestId: string): Promise<number> {
  const rows = db
    .select({ id: commentThreads.id })
    .from(commentThreads)
    .where(
      and(
        eq(commentThreads.pullRequestId, pullRequestId),
        isNull(commentThreads.resolvedAt),
        ne(commentThreads.path, ""),
      ),
    );
  return rows.then(({ length }) => length);
}

/**
 * Who pushed the latest version: `user_…`, `sa_…` or `app_…`. An agent isn't the user it pushes for, so that this user can
 * approve its work, as in pull requests that the agent opened.
 */
async function lastPusher(db: Reader, { pull, version }: FoundPullRequest): Promise<string | undefined> {
  const [update] = await db
    .select({
      userActorId: users.actorId,
      serviceAccountId: refUpdates.serviceAccountId,
      appId: refUpdates.appId,
      runId: refUpdates.runId,
    })
    .from(refUpdates)
    .leftJoin(users, eq(users.id, refUpdates.userId))
    .where(
      and(
        eq(refUpdates.repositoryId, pull.repositoryId),
        eq(refUpdates.ref, `refs/heads/${pull.headRef}`),
        eq(refUpdates.after, version.headSha),
      ),
    )
    .orderBy(desc(refUpdates.id))
    .limit(1);
  if (!update) return pull.authorId;
  if (update.runId) return undefined;
  return update.userActorId ?? update.serviceAccountId ?? update.appId ?? undefined;
}

/** Unmet requirements of rulesets on a pull request's reviews. */
export async function reviewPolicyFailures(
  db: Reader,
  layer: FoundPullRequest,
  policies: readonly ReviewPolicy[],
  approvers: readonly Approver[],
): Promise<Pick<MergeBlocker, "message" | "unresolvedThreads">[]> {
  const failures: Pick<MergeBlocker, "message" | "unresolvedThreads">[] = [];
  const [resolution] = policies.filter((policy) => policy.requiredReviewThreadResolution);
  if (resolution) {
    const count = await countOpenThreads(db, layer.pull.id);
    const threads = count === 1 ? "1 thread is" : `${count} threads are`;
    const message = `${threads} unresolved. Ruleset "${resolution.rulesetName}" requires resolving them.`;
    if (count > 0) failures.push({ message, unresolvedThreads: { count } });
  }
  const [lastPush] = policies.filter((policy) => policy.requireLastPushApproval);
  if (lastPush) {
    const pusher = await lastPusher(db, layer);
    if (!approvers.some(({ id }) => id !== pusher)) {
      const message = `Ruleset "${lastPush.rulesetName}" requires approval of the latest push by someone other than the user who pushed it. Request a review.`;
      failures.push({ message });
    }
  }
  return failures;
}
