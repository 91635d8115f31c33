import type { RuleBypass } from "@/lib/contract/hosting/rule-bypass";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import type { Transaction } from "../../core/store/transaction";
import { repositoryReference } from "../access/repository-access";
import { type EventService, recordEvent } from "../webhooks/record-event";
import { repoBody } from "./repo-body";

/**
 * Records an event with the repository's current state in the transaction, without what changed or who did it, except
 * for a bypass of rules.
 */
export async function recordRepositoryEvent(
  tx: Transaction,
  context: EventService & Pick<Context, "settings">,
  type: "repository.created" | "repository.metadata.updated",
  repositoryId: string,
  bypass?: RuleBypass,
): Promise<void> {
  await recordEvent(tx, context, {
    type,
    repositoryId,
    payload: (repository) => ({ repository: repoBody(context, repository), ...(bypass ? { bypass } : {}) }),
  });
}

/** Records that a repository was deleted, or that a mirror was detached from its upstream. */
export async function recordRepositoryEnd(tx: Transaction, context: EventService, repositoryId: string): Promise<void> {
  const deletedAt = isoTime(context.clock.now());
  await recordEvent(tx, context, {
    type: "repository.deleted",
    repositoryId,
    payload: (repository) => ({ repository: repositoryReference(repository), deletedAt }),
  });
}
