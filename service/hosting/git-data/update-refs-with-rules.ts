import type { Quarantine } from "@/git/objects/quarantine";
import type { RefUpdate } from "@/git/refs/ref-update";
import type { HostingContext } from "../../core/hosting-context";
import type { Principal } from "../../core/principal";
import type { FoundRepository } from "../access/repository-access";
import { enforcePushRules } from "../rulesets/push-rules";
import { recordBypasses } from "../rulesets/record-bypasses";
import type { RuleActor } from "../rulesets/rule-actor";
import { updateRefs } from "./update-refs";

/**
 * Updates refs for an API operation, enforcing the repository's rules on the actor and recording those it bypasses.
 *
 * @throws {RefConflict} when a ref isn't at `before`; FailedPrecondition when a rule is violated
 */
export async function updateRefsWithRules(
  context: HostingContext,
  { id: repositoryId }: Pick<FoundRepository, "id">,
  input: { principal: Principal; actor: RuleActor; updates: readonly RefUpdate[]; quarantine?: Quarantine },
): Promise<void> {
  const { principal, actor, updates, quarantine } = input;
  await updateRefs(context, {
    repositoryId,
    actor: principal,
    updates,
    ...(quarantine ? { quarantine } : {}),
    async within(tx) {
      const rules = await enforcePushRules(context, tx, repositoryId, { actor, updates, quarantine: quarantine?.path });
      const reason = actor.bypass?.reason;
      return recordBypasses(tx, context, { repositoryId, change: "push", principal, updates, rules, reason });
    },
  });
}
