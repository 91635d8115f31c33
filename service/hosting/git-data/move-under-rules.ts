import type { Service } from "../../core/context";
import type { RefUpdate } from "../../git/push-hooks";
import type { Principal } from "../../people/principal";
import type { FoundRepository } from "../repositories/access";
import { rulesOver } from "../rulesets/push-rules";
import { moveReferences } from "./move-references";

/**
 * Moves references as an operation asks for it: the principal is held to the repository's rules.
 *
 * @throws {RefConflict} when a reference is not where `before` says; FailedPrecondition when a rule objects
 */
export async function moveUnderRules(
  service: Service,
  principal: Principal,
  repository: FoundRepository,
  updates: readonly RefUpdate[],
): Promise<void> {
  const within = await rulesOver(service, principal, repository, updates);
  await moveReferences(service, { repositoryId: repository.id, actor: principal, updates, within });
}
