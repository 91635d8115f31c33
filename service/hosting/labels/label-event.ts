import type { Label } from "@/lib/contract/hosting/label";
import type { Transaction } from "../../core/store/transaction";
import { type ActorRef, actorBodies } from "../actors/actor";
import { type PullRequestRow, pullRequestReference } from "../pulls/pull-request-row";
import { recordTimelineEvent } from "../pulls/record-timeline-event";
import { type EventService, recordEvent } from "../webhooks/record-event";

/** Records that a label was added to or removed from a pull request. */
export async function recordLabelEvent(
  tx: Transaction,
  context: EventService,
  type: "pull_request.label.added" | "pull_request.label.removed",
  input: { pull: Pick<PullRequestRow, "id" | "number" | "repositoryId">; label: Label; by: ActorRef },
): Promise<void> {
  const { pull, label, by } = input;
  const details = { label: { name: label.name, color: label.color } };
  await recordTimelineEvent(tx, context, pull, {
    type: type === "pull_request.label.added" ? "labeled" : "unlabeled",
    by,
    details,
  });
  await recordEvent(tx, context, {
    type,
    repositoryId: pull.repositoryId,
    async payload(repository) {
      const actor = await actorBodies({ db: tx }, [by]);
      return { pullRequest: pullRequestReference(repository, pull), label, actor: actor(by) };
    },
  });
}
