import { asc, eq } from "drizzle-orm";
import { deleteLabel } from "@/lib/contract/hosting/labels/delete-label";
import { implement } from "../../core/http/implement";
import { labels, pullRequestLabels } from "../../core/store/tables/labels";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { requireRepository } from "../access/repository-access";
import { actorOf } from "../actors/actor";
import { labelBody } from "../pulls/pull-request-labels";
import { recordLabelEvent } from "./label-event";
import { isLabel, labelNotFound } from "./label-row";

/** The database cascade removes it from pull requests; each one gets an event. */
export const deleteLabelOperation = implement(deleteLabel, async ({ principal, params }, context) => {
  const { id } = await requireRepository(context, principal, params, "write");
  const by = await actorOf(context, principal);
  await context.db.transaction(async (tx) => {
    // Lock the label first, so that no pull request gets it in the meantime.
    const [row] = await tx.select().from(labels).where(isLabel(id, params.labelName)).for("update");
    if (!row) throw labelNotFound();
    const labeled = await tx
      .select({ pull: pullRequests })
      .from(pullRequestLabels)
      .innerJoin(pullRequests, eq(pullRequests.id, pullRequestLabels.pullRequestId))
      .where(eq(pullRequestLabels.labelId, row.id))
      .orderBy(asc(pullRequests.number));
    await tx.delete(labels).where(eq(labels.id, row.id));
    for (const { pull } of labeled) {
      await recordLabelEvent(tx, context, "pull_request.label.removed", { pull, label: labelBody(row), by });
    }
  });
  return undefined;
});
