import type { timelineEventTypes } from "@/lib/contract/hosting/pulls/list-pull-request-timeline";
import type { Context } from "../../core/context";
import { pullRequestEvents, type TimelineDetails } from "../../core/store/tables/pull-request-events";
import type { Transaction } from "../../core/store/transaction";
import type { ActorRef } from "../actors/actor";

/** Records a change of a pull request in its transaction. Without `by`, the service itself made it. */
export async function recordTimelineEvent(
  tx: Transaction,
  { clock }: Pick<Context, "clock">,
  pull: { id: string },
  event: { type: (typeof timelineEventTypes)[number]; by: ActorRef | undefined; details?: TimelineDetails },
): Promise<void> {
  const { type, by, details = {} } = event;
  await tx.insert(pullRequestEvents).values({
    pullRequestId: pull.id,
    type,
    details,
    createdAt: clock.now(),
    actorId: by?.id ?? null,
    actorAppId: by?.appId ?? null,
  });
}
