import type { SubscribableEvent } from "@/lib/contract/hosting/apps/webhook-event";
import type { Transaction } from "../../core/store/transaction";
import { repositoryReference } from "../access/repository-access";
import { type EventService, recordEvent } from "../webhooks/record-event";
import { checkRunBody, checkSuiteBody } from "./check-body";
import type { FoundCheckRun } from "./check-row";

/** Records an event with the check run's current state. Only the app that reported the run receives re-request events. */
export async function recordCheckRunEvent(
  tx: Transaction,
  context: EventService,
  type: Extract<SubscribableEvent, `repository.check_run.${string}`>,
  found: FoundCheckRun,
): Promise<void> {
  const { repositoryId, actorId } = found.suite;
  await recordEvent(tx, context, {
    type,
    repositoryId,
    ...(type === "repository.check_run.rerequested" ? { onlyApp: actorId } : {}),
    payload: async (repository) => ({
      repository: repositoryReference(repository),
      checkSuite: await checkSuiteBody({ db: tx }, repository, found.suite),
      checkRun: await checkRunBody({ db: tx }, repository, found),
    }),
  });
}
