import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

/** Requests for the operations of a team's account and hosted environments, with the admin key. */
export function accountExercises(exchange: Send, test: () => TestService): Record<string, () => Promise<void>> {
  return {
    async getAccount() {
      await exchange("getAccount", 200, { params: { teamId: "1" }, key: test().keys.admin });
      await exchange("getAccount", 404, { params: { teamId: "none" }, key: test().keys.admin });
      await exchange("getAccount", 403, { params: { teamId: "1" } });
    },
    async getPosture() {
      await exchange("getPosture", 200, { key: test().keys.admin });
      await exchange("getPosture", 403);
    },
    async putHostedEnvironment() {
      const target = { params: { teamId: "1", name: "web" }, key: test().keys.admin };
      const repos = [{ url: `${test().url}/demo/orders` }];
      await exchange("putHostedEnvironment", 200, { ...target, body: { repos } });
      await exchange("putHostedEnvironment", 400, { ...target, body: { repos: [] } });
      await exchange("putHostedEnvironment", 404, {
        ...target,
        params: { teamId: "none", name: "web" },
        body: { repos },
      });
    },
    async listHostedEnvironments() {
      await exchange("listHostedEnvironments", 200, { params: { teamId: "1" }, key: test().keys.admin });
      await exchange("listHostedEnvironments", 403, { params: { teamId: "1" } });
    },
    async deleteHostedEnvironment() {
      const target = { params: { teamId: "1", name: "short-lived" }, key: test().keys.admin };
      await exchange("putHostedEnvironment", 200, {
        ...target,
        body: { repos: [{ url: `${test().url}/demo/orders` }] },
      });
      await exchange("deleteHostedEnvironment", 200, target);
      await exchange("deleteHostedEnvironment", 404, target);
    },
    async updateAccount() {
      const target = { params: { teamId: "1" }, key: test().keys.admin };
      await exchange("updateAccount", 200, { ...target, body: { usageEnabled: true } });
      await exchange("updateAccount", 400, { ...target, body: { usageEnabled: "yes" } });
      await exchange("updateAccount", 404, { ...target, params: { teamId: "none" }, body: { usageEnabled: true } });
    },
  };
}
