import { createRuleset } from "@/lib/contract/hosting/rulesets/create-ruleset";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { rulesets } from "../../core/store/tables/rulesets";
import { requireRepository } from "../access/repository-access";
import { lockRules, readRulesets, rulesetBody, rulesetValues } from "./ruleset-row";

/** Limited because rulesets are listed without paging and evaluated on every push. */
export const maxRulesets = 100;

export const createRulesetOperation = implement(createRuleset, async ({ principal, params, body }, context) => {
  const repository = await requireRepository(context, principal, params, "admin");
  const { id: repositoryId } = repository;
  const values = await rulesetValues(context, body, repository);
  const now = context.clock.now();
  const row = await context.db.transaction(async (tx) => {
    await lockRules(tx, repositoryId);
    if ((await readRulesets(tx, repositoryId)).length >= maxRulesets) {
      throw apiError.repohost("FailedPrecondition", `A repository can have at most ${maxRulesets} rulesets`);
    }
    const [created] = await tx
      .insert(rulesets)
      .values({ id: context.ids.typed("rs"), repositoryId, ...values, createdAt: now, updatedAt: now })
      .returning();
    if (!created) throw new Error("ruleset insert returned no row");
    return created;
  });
  return rulesetBody(context.db, row);
});
