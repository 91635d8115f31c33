import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import type { RefUpdate } from "../../git/push-hooks";
import type { WithGit } from "../../git/with-git";
import type { FoundRepository } from "../access/repository-access";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { rulesOver } from "../rulesets/push-rules";
import { moveReferences } from "./move-references";

/**
 * Moves references as an operation asks for it: the principal is held to the repository's rules.
 *
 * @throws {RefConflict} when a reference is not where `before` says; FailedPrecondition when a rule objects
 */
export async function moveUnderRules(
  context: Context & WithGit & WithMergePreparation,
  principal: Principal,
  repository: FoundRepository,
  updates: readonly RefUpdate[],
): Promise<void> {
  const within = await rulesOver(context, principal, repository, updates);
  await moveReferences(context, { repositoryId: repository.id, actor: principal, updates, within });
}
