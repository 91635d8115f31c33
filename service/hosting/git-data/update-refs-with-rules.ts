import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import type { RefUpdate } from "../../git/push-hooks";
import type { WithGit } from "../../git/with-git";
import type { FoundRepository } from "../access/repository-access";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { enforcePushRules } from "../rulesets/push-rules";
import { updateRefs } from "./update-refs";

/**
 * Updates refs for an API operation, enforcing the repository's rules on the principal.
 *
 * @throws {RefConflict} when a ref isn't at `before`; FailedPrecondition when a rule is violated
 */
export async function updateRefsWithRules(
  context: Context & WithGit & WithMergePreparation,
  principal: Principal,
  repository: FoundRepository,
  updates: readonly RefUpdate[],
): Promise<void> {
  const within = await enforcePushRules(context, principal, repository, updates);
  await updateRefs(context, { repositoryId: repository.id, actor: principal, updates, within });
}
