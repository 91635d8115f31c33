import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import type { Transaction } from "../../core/store/transaction";
import { repositoryReference } from "../access/repository-access";
import { type EventService, recordEvent } from "../webhooks/record-event";
import { repoBody } from "./repo-body";

/** Tells of a repository's record as the transaction has it by now, without saying what changed or who did it. */
export async function recordRepositoryEvent(
  tx: Transaction,
  context: EventService & Pick<Context, "settings">,
  type: "repository.created" | "repository.metadata.updated",
  repositoryId: string,
): Promise<void> {
  await recordEvent(tx, context, {
    type,
    repositoryId,
    payload: (repository) => ({ repository: repoBody(context, repository) }),
  });
}

/** Tells of the end of a repository, or of a mirror's following its source: when, and of what. */
export async function recordRepositoryEnd(tx: Transaction, context: EventService, repositoryId: string): Promise<void> {
  const deletedAt = isoTime(context.clock.now());
  await recordEvent(tx, context, {
    type: "repository.deleted",
    repositoryId,
    payload: (repository) => ({ repository: repositoryReference(repository), deletedAt }),
  });
}
