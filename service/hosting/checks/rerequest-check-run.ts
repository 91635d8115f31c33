import { and, eq } from "drizzle-orm";
import { rerequestCheckRun } from "@/lib/contract/hosting/checks/rerequest-check-run";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { checkRuns } from "../../core/store/tables/checks";
import { pullRequests, pullRequestVersions } from "../../core/store/tables/pull-requests";
import type { Reader } from "../../core/store/transaction";
import { requireRepository } from "../access/repository-access";
import { type ActorRef, actorOf } from "../actors/actor";
import { selectPullRequests } from "../pulls/pull-request-row";
import { checkRunBody } from "./check-body";
import { recordCheckRunEvent } from "./check-event";
import { lockChecks } from "./check-lock";
import { type FoundCheckRun, requireCheckRun } from "./check-row";
import { checksOfCommit } from "./commit-checks";

async function isHead(db: Reader, repositoryId: string, sha: string): Promise<boolean> {
  const [pull] = await selectPullRequests(
    db,
    and(
      eq(pullRequests.repositoryId, repositoryId),
      eq(pullRequests.state, "open"),
      eq(pullRequestVersions.headSha, sha),
    ),
  ).limit(1);
  return pull !== undefined;
}

/** Why a run can't be re-requested, if anything prevents it. */
async function rerequestBlocker(
  db: Reader,
  repositoryId: string,
  { run, suite }: FoundCheckRun,
): Promise<string | undefined> {
  if (run.status !== "completed") return "The check run hasn't completed";
  if (!run.isRerequestable) return "The app that reported the check run doesn't support re-runs";
  const current = await checksOfCommit(db, repositoryId, suite.sha);
  if (!current.some(({ runs }) => runs.some(({ id }) => id === run.id))) {
    return "The check run was superseded by a later attempt";
  }
  if (!(await isHead(db, repositoryId, suite.sha))) return "The commit isn't the head of an open pull request";
  return undefined;
}

/** Marks a run as re-requested. Throws AlreadyExists if it already is, FailedPrecondition if it can't be. */
export async function rerequest(
  context: Pick<Context, "db" | "clock" | "ids">,
  repositoryId: string,
  found: FoundCheckRun,
  by: ActorRef,
): Promise<FoundCheckRun> {
  const { id } = found.run;
  return context.db.transaction(async (tx) => {
    await lockChecks(tx, repositoryId, found.suite.sha);
    const now = await requireCheckRun(tx, repositoryId, id);
    if (now.run.rerequestedAt !== null) {
      throw apiError.repohost("AlreadyExists", "A re-run was already requested");
    }
    const problem = await rerequestBlocker(tx, repositoryId, now);
    if (problem) throw apiError.repohost("FailedPrecondition", problem);
    const at = context.clock.now();
    const [run] = await tx
      .update(checkRuns)
      .set({
        status: "rerequested",
        rerequestedAt: at,
        rerequestedById: by.id,
        rerequestedByAppId: by.appId ?? null,
        lastRerequestedAt: at,
        deadlineAt: null,
        updatedAt: at,
      })
      .where(eq(checkRuns.id, id))
      .returning();
    if (!run) throw new Error(`check run ${id} was deleted`);
    await recordCheckRunEvent(tx, context, "repository.check_run.rerequested", { run, suite: now.suite });
    return { run, suite: now.suite };
  });
}

export const rerequestCheckRunOperation = implement(rerequestCheckRun, async ({ principal, params }, context) => {
  const repository = await requireRepository(context, principal, params, "write");
  const found = await requireCheckRun(context.db, repository.id, params.checkRunId);
  const marked = await rerequest(context, repository.id, found, await actorOf(context, principal));
  return checkRunBody(context, repository, marked);
});
