import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import type { RefUpdate } from "../../git/push-hooks";
import type { WithGit } from "../../git/with-git";
import type { FoundRepository } from "../access/repository-access";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { rulesOver } from "../rulesets/push-rules";
import { moveReferences } from "./move-references";

/**
 * Updates refs for an API operation, enforcing the repository's rules on the principal.
 *
 * @throws {RefConflict} when a ref isn't at `before`; FailedPrecondition when a rule is violated
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
