import { listRulesets } from "@/lib/contract/hosting/rulesets/list-rulesets";
import { implement } from "../../core/http/implement";
import { repositoryReference, requireRepository } from "../access/repository-access";
import { readRulesets, rulesetBodies } from "./ruleset-row";

export const listRulesetsOperation = implement(listRulesets, async ({ principal, params }, context) => {
  const repository = await requireRepository(context, principal, params);
  const rows = await readRulesets(context.db, repository.id);
  return { rulesets: await rulesetBodies(context.db, rows), repository: repositoryReference(repository) };
});
