import type { Context } from "../../core/context";
import type { RefUpdate } from "../../git/push-hooks";
import type { WithGit } from "../../git/with-git";
import type { Principal } from "../../people/principal";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import type { FoundRepository } from "../repositories/access";
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
