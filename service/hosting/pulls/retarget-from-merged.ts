import { and, desc, eq } from "drizzle-orm";
import { readReference } from "@/git/refs/references";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { lockRules } from "../rulesets/ruleset-row";
import { changeStackParent } from "./change-stack-parent";
import { recordPullRequestEvent } from "./pull-request-event";
import { selectPullRequests } from "./pull-request-row";
import { recordTimelineEvent } from "./record-timeline-event";
import { measureMovedHead, recordVersion } from "./version";

/** The pull request most recently merged from a branch. */
async function mergedFrom(context: Pick<Context, "db">, repositoryId: string, branch: string) {
  const [found] = await context.db
    .select()
    .from(pullRequests)
    .where(
      and(
        eq(pullRequests.repositoryId, repositoryId),
        eq(pullRequests.state, "merged"),
        eq(pullRequests.headRef, branch),
      ),
    )
    .orderBy(desc(pullRequests.mergedAt))
    .limit(1);
  return found;
}

/**
 * Retargets pull requests whose base branch was merged and deleted to the branch it was merged into. Each gets a new
 * version and loses its merged parent.
 */
export async function retargetFromMerged(
  context: Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit,
  repositoryId: string,
  branch: string,
): Promise<void> {
  const inRepository = eq(pullRequests.repositoryId, repositoryId);
  const merged = await mergedFrom(context, repositoryId, branch);
  if (!merged) return;
  const dir = context.repositories.path(repositoryId);
  let { baseRef } = merged;
  let baseSha = await readReference(dir, `refs/heads/${baseRef}`);
  // The base may itself be the head of a pull request merged at the same time.
  for (const seen = new Set([branch]); !baseSha && !seen.has(baseRef); ) {
    seen.add(baseRef);
    const below = await mergedFrom(context, repositoryId, baseRef);
    if (!below) return;
    baseRef = below.baseRef;
    baseSha = await readReference(dir, `refs/heads/${baseRef}`);
  }
  if (!baseSha) return;
  const children = await selectPullRequests(
    context.db,
    and(inRepository, eq(pullRequests.state, "open"), eq(pullRequests.baseRef, branch)),
  );
  for (const { pull, version } of children) {
    const measured = await measureMovedHead(context, dir, { headSha: version.headSha, baseSha });
    if (measured === "unrelated") continue;
    await context.db.transaction(async (tx) => {
      await lockRules(tx, repositoryId);
      const [row] = await tx.select().from(pullRequests).where(eq(pullRequests.id, pull.id)).for("update");
      if (row?.state !== "open" || row.version !== pull.version || row.baseRef !== branch) return;
      await tx.update(pullRequests).set({ baseRef }).where(eq(pullRequests.id, row.id));
      await recordVersion(tx, row, measured, context.clock.now());
      const details = { version: row.version + 1, change: { from: branch, to: baseRef } };
      await recordTimelineEvent(tx, context, row, { type: "base_changed", by: undefined, details });
      if (row.parentId === merged.id) await changeStackParent(tx, context, row, { parent: null, by: undefined });
      await recordPullRequestEvent(tx, context, "pull_request.base_ref.updated", row);
    });
  }
}
