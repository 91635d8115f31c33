import type { SubscribableEvent } from "@/lib/contract/hosting/apps/webhook-event";
import type { Transaction } from "../../core/store/transaction";
import { repositoryReference } from "../access/repository-access";
import { type EventService, recordEvent } from "../webhooks/record-event";
import { pullRequestBody } from "./pull-request-body";
import type { PullRequestRow } from "./pull-request-row";

type Lifecycle = Extract<
  SubscribableEvent,
  | "pull_request.created"
  | "pull_request.head_ref.pushed"
  | "pull_request.base_ref.updated"
  | "pull_request.metadata.updated"
  | "pull_request.closed"
  | "pull_request.merged"
  | "pull_request.reopened"
  | "pull_request.published"
>;

/** Records a pull request lifecycle event with the state visible in the transaction, without labels. */
export async function recordPullRequestEvent(
  tx: Transaction,
  context: EventService,
  type: Lifecycle,
  { id, repositoryId }: Pick<PullRequestRow, "id" | "repositoryId">,
): Promise<void> {
  await recordEvent(tx, context, {
    type,
    repositoryId,
    async payload(repository) {
      const { labels: _labels, ...pullRequest } = await pullRequestBody({ db: tx }, repository, id);
      return { pullRequest, repository: repositoryReference(repository) };
    },
  });
}
