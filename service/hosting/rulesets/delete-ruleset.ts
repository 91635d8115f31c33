import { deleteRuleset } from "@/lib/contract/hosting/rulesets/delete-ruleset";
import { implement } from "../../core/http/implement";
import { rulesets } from "../../core/store/tables/rulesets";
import { requireRepository } from "../access/repository-access";
import { isRuleset, lockRules, rulesetNotFound } from "./ruleset-row";

export const deleteRulesetOperation = implement(deleteRuleset, async ({ principal, params }, context) => {
  const { id } = await requireRepository(context, principal, params, "admin");
  const deleted = await context.db.transaction(async (tx) => {
    await lockRules(tx, id);
    return tx.delete(rulesets).where(isRuleset(id, params.rulesetId)).returning({ id: rulesets.id });
  });
  if (deleted.length === 0) throw rulesetNotFound();
  return undefined;
});
