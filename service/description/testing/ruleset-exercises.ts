import { z } from "zod";
import type { Send } from "./git-data-exercises";

const Created = z.looseObject({ id: z.string() });

/** Requests for ruleset operations. Each deletes its ruleset, so that it doesn't block other tests. */
export function rulesetExercises(exchange: Send, repo: Record<string, string>) {
  const body = {
    name: "Described",
    enforcement: "disabled",
    kind: "merge_branch",
    includedRefNames: ["~DEFAULT_BRANCH"],
    rules: [{ ruleType: "pull_request", parameters: { requiredApprovingReviewCount: 1 } }],
    bypassActors: [{ bypassMode: "always", repohostRole: { role: "repository_admin" } }],
  };
  const missing = { ...repo, rulesetId: "rs_none" };

  async function createOne(): Promise<Record<string, string>> {
    const response = await exchange("createRuleset", 200, { params: repo, body });
    return { ...repo, rulesetId: Created.parse(response.body).id };
  }

  return {
    async createRuleset() {
      const params = await createOne();
      await exchange("createRuleset", 400, { params: repo, body: { ...body, kind: "none" } });
      await exchange("deleteRuleset", 204, { params });
    },
    async listRulesets() {
      const params = await createOne();
      await exchange("listRulesets", 200, { params: repo });
      await exchange("listRulesets", 404, { params: { ...repo, repoName: "none" } });
      await exchange("deleteRuleset", 204, { params });
    },
    async listRuleBypasses() {
      await exchange("listRuleBypasses", 200, { params: repo });
      await exchange("listRuleBypasses", 404, { params: { ...repo, repoName: "none" } });
    },
    async getRuleset() {
      const params = await createOne();
      await exchange("getRuleset", 200, { params });
      await exchange("getRuleset", 404, { params: missing });
      await exchange("deleteRuleset", 204, { params });
    },
    async updateRuleset() {
      const params = await createOne();
      await exchange("updateRuleset", 200, { params, body: { ...body, rules: [] } });
      await exchange("updateRuleset", 400, { params, body: { ...body, name: "" } });
      await exchange("updateRuleset", 404, { params: missing, body });
      await exchange("deleteRuleset", 204, { params });
    },
    async deleteRuleset() {
      const params = await createOne();
      await exchange("deleteRuleset", 204, { params });
      await exchange("deleteRuleset", 404, { params });
    },
  };
}
