import { and, eq, inArray } from "drizzle-orm";
import type { Label } from "@/lib/contract/hosting/label";
import type { Context } from "../../core/context";
import { labels, pullRequestLabels } from "../../core/store/tables/labels";
import { pullRequests } from "../../core/store/tables/pull-requests";
import type { Transaction } from "../../core/store/transaction";
import type { ActorRef } from "../actors/actor";
import { labelBody, readLabels } from "../pulls/pull-request-labels";
import type { PullRequestRow } from "../pulls/pull-request-row";
import type { EventService } from "../webhooks/record-event";
import { recordLabelEvent } from "./label-event";

type LabeledPull = Pick<PullRequestRow, "id" | "number" | "repositoryId">;

async function recordChanges(
  tx: Transaction,
  context: EventService,
  { pull, by }: { pull: LabeledPull; by: ActorRef },
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const changed = [...removed, ...added];
  if (changed.length === 0) return;
  const rows = await tx.select().from(labels).where(inArray(labels.id, changed));
  const known = new Map(rows.map((row) => [row.id, labelBody(row)]));
  for (const id of changed) {
    const label = known.get(id);
    const type = added.includes(id) ? "pull_request.label.added" : "pull_request.label.removed";
    if (label) await recordLabelEvent(tx, context, type, { pull, label, by });
  }
}

/** Changes a pull request's labels under its row lock. `choose` returns the new label ids. */
export async function changeLabels(
  context: Pick<Context, "db" | "clock" | "ids">,
  { pull, by }: { pull: LabeledPull; by: ActorRef },
  choose: (tx: Transaction, held: ReadonlySet<string>) => Promise<ReadonlySet<string>>,
): Promise<Label[]> {
  const { id: pullRequestId } = pull;
  return context.db.transaction(async (tx) => {
    await tx.select({ id: pullRequests.id }).from(pullRequests).where(eq(pullRequests.id, pullRequestId)).for("update");
    const rows = await tx
      .select({ id: pullRequestLabels.labelId })
      .from(pullRequestLabels)
      .where(eq(pullRequestLabels.pullRequestId, pullRequestId));
    const held = new Set(rows.map(({ id }) => id));
    const chosen = await choose(tx, held);
    const added = [...chosen].filter((id) => !held.has(id));
    const removed = [...held].filter((id) => !chosen.has(id));
    if (removed.length > 0) {
      const ofPull = eq(pullRequestLabels.pullRequestId, pullRequestId);
      await tx.delete(pullRequestLabels).where(and(ofPull, inArray(pullRequestLabels.labelId, removed)));
    }
    if (added.length > 0) {
      await tx.insert(pullRequestLabels).values(added.map((labelId) => ({ pullRequestId, labelId })));
    }
    if (added.length + removed.length > 0) {
      await tx.update(pullRequests).set({ updatedAt: context.clock.now() }).where(eq(pullRequests.id, pullRequestId));
    }
    await recordChanges(tx, context, { pull, by }, { added, removed });
    return (await readLabels(tx, [pullRequestId]))(pullRequestId);
  });
}
