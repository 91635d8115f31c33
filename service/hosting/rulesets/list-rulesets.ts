import { listRulesets } from "@/lib/contract/hosting/list-rulesets";
import { implement } from "../../core/http/implement";
import { repositoryReference } from "../pulls/pull-request-row";
import { requireRepository } from "../repositories/access";
import { readRulesets, rulesetBodies } from "./ruleset-row";

export const listRulesetsOperation = implement(listRulesets, async ({ principal, params }, service) => {
  const repository = await requireRepository(service, principal, params);
  const rows = await readRulesets(service.db, repository.id);
  return { rulesets: await rulesetBodies(service.db, rows), repository: repositoryReference(repository) };
});
