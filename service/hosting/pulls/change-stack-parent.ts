import type { Context } from "../../core/context";
import type { Transaction } from "../../core/store/transaction";
import type { ActorRef } from "../actors/actor";
import type { PullRequestRow } from "./pull-request-row";
import { recordTimelineEvent } from "./record-timeline-event";
import { setStackParent } from "./stack";

interface StackChange {
  parent: PullRequestRow | null;
  /** Absent for the service itself. */
  by: ActorRef | undefined;
}

/** Like {@link setStackParent}, and records a change in the pull request's timeline. */
export async function changeStackParent(
  tx: Transaction,
  context: Pick<Context, "clock" | "ids">,
  pull: PullRequestRow,
  { parent, by }: StackChange,
): Promise<void> {
  if ((parent?.id ?? null) === pull.parentId) return;
  await setStackParent(tx, context.ids, pull, parent);
  const details = parent ? { parentPullRequest: { number: String(parent.number) } } : {};
  await recordTimelineEvent(tx, context, pull, { type: "stack_parent_changed", by, details });
}
