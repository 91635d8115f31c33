import { getRuleset } from "@/lib/contract/hosting/get-ruleset";
import { implement } from "../../core/http/implement";
import { rulesets } from "../../core/store/tables/rulesets";
import { requireRepository } from "../repositories/access";
import { isRuleset, rulesetBody, rulesetNotFound } from "./ruleset-row";

export const getRulesetOperation = implement(getRuleset, async ({ principal, params }, service) => {
  const { id } = await requireRepository(service, principal, params);
  const [row] = await service.db.select().from(rulesets).where(isRuleset(id, params.rulesetId));
  if (!row) throw rulesetNotFound();
  return rulesetBody(service.db, row);
});
