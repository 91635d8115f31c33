import { updateRuleset } from "@/lib/contract/hosting/rulesets/update-ruleset";
import { implement } from "../../core/http/implement";
import { rulesets } from "../../core/store/tables/rulesets";
import { requireRepository } from "../access/repository-access";
import { isRuleset, lockRules, rulesetBody, rulesetNotFound, rulesetValues } from "./ruleset-row";

/** Replaces the whole ruleset; omitted fields are reset. */
export const updateRulesetOperation = implement(updateRuleset, async ({ principal, params, body }, context) => {
  const repository = await requireRepository(context, principal, params, "admin");
  const { id } = repository;
  const values = await rulesetValues(context, body, repository);
  const row = await context.db.transaction(async (tx) => {
    await lockRules(tx, id);
    const [changed] = await tx
      .update(rulesets)
      .set({ ...values, updatedAt: context.clock.now() })
      .where(isRuleset(id, params.rulesetId))
      .returning();
    return changed;
  });
  if (!row) throw rulesetNotFound();
  return rulesetBody(context.db, row);
});
