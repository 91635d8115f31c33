import { getRuleset } from "@/lib/contract/hosting/rulesets/get-ruleset";
import { implement } from "../../core/http/implement";
import { rulesets } from "../../core/store/tables/rulesets";
import { requireRepository } from "../access/repository-access";
import { isRuleset, rulesetBody, rulesetNotFound } from "./ruleset-row";

export const getRulesetOperation = implement(getRuleset, async ({ principal, params }, context) => {
  const { id } = await requireRepository(context, principal, params);
  const [row] = await context.db.select().from(rulesets).where(isRuleset(id, params.rulesetId));
  if (!row) throw rulesetNotFound();
  return rulesetBody(context.db, row);
});
