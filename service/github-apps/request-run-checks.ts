import { and, eq, isNull, sql } from "drizzle-orm";
import { branchOf } from "@/git/refs/branch-of";
import { type Branch, isTerminal } from "@/lib/contract/agents/run";
import type { RunSpec } from "@/runner/run/run-spec";
import { plainRepositoryUrl } from "@/runner/workspace/publish-changes";
import type { Context } from "../core/context";
import { runs } from "../core/store/tables/agents";
import { githubRunChecks } from "../core/store/tables/github";
import type { Transaction } from "../core/store/transaction";
import type { WithGitHub } from "../github/with-github";

const conclusions = {
  FINISHED: "success",
  ERROR: "failure",
  CANCELLED: "cancelled",
  EXPIRED: "timed_out",
} as const;

type CheckContext = Context & WithGitHub;
type PushedBranch = Pick<Branch, "repoUrl" | "branch">;

/** One row for each branch on a server with an app. */
function rowsOf(
  { ids, clock, github }: Pick<CheckContext, "ids" | "clock" | "github">,
  run: { agentId: string; runId: string },
  branches: readonly PushedBranch[],
) {
  const now = clock.now();
  return branches.flatMap(({ repoUrl, branch }) => {
    const host = repoUrl.split("/")[0] ?? "";
    if (branch === undefined || !github.apps.get(host)) return [];
    return [{ ...run, id: ids.uuid(), repoUrl, branch, dueAt: now, createdAt: now }];
  });
}

/**
 * Requests check runs for a run that starts, on the branches that exist on GitHub: those of the agent's earlier runs, and the
 * one it works on with `workOnCurrentBranch`. Idempotent.
 */
export async function requestActiveRunChecks(
  context: CheckContext,
  { agentId, runId, branch, repositories }: Pick<RunSpec, "agentId" | "runId" | "branch" | "repositories">,
  earlier: readonly PushedBranch[],
): Promise<void> {
  if (!context.settings.githubChecks) return;
  const current = repositories.flatMap(({ url, startingRef }) =>
    branch.current && startingRef !== undefined
      ? [{ repoUrl: plainRepositoryUrl(url), branch: branchOf(startingRef) ?? startingRef }]
      : [],
  );
  const rows = rowsOf(context, { agentId, runId }, [...earlier, ...current]);
  if (rows.length === 0) return;
  await context.db.transaction(async (tx) => {
    const [run] = await tx.select({ status: runs.status }).from(runs).where(eq(runs.id, runId)).for("share");
    if (run && !isTerminal(run.status)) await tx.insert(githubRunChecks).values(rows).onConflictDoNothing();
  });
}

/** Requests check runs for a run's branches on GitHub, in the transaction that ends the run. Completes those of the active run. */
export async function requestRunChecks(
  tx: Transaction,
  context: CheckContext,
  run: { agentId: string; runId: string; status: keyof typeof conclusions; branches: readonly Branch[] },
): Promise<void> {
  if (!context.settings.githubChecks) return;
  const { agentId, runId, status, branches } = run;
  const now = context.clock.now();
  const conclusion = conclusions[status];
  await tx
    .update(githubRunChecks)
    .set({
      conclusion,
      createdAt: now,
      // While its check run is being created, the row stays claimed.
      dueAt: sql`case when ${githubRunChecks.checkRunId} is null and ${githubRunChecks.attempts} > 0 then ${githubRunChecks.dueAt} else ${now} end`,
    })
    .where(and(eq(githubRunChecks.runId, runId), isNull(githubRunChecks.conclusion)));
  const rows = rowsOf(context, { agentId, runId }, branches).map((row) => ({ ...row, conclusion }));
  if (rows.length > 0) await tx.insert(githubRunChecks).values(rows).onConflictDoNothing();
}
