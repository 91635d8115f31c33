import { createAgent } from "@/lib/contract/agents/create-agent";
import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

/** Requests for user, key, service account and group operations, mostly with the admin key. */
export function usersExercises(exchange: Send, test: () => TestService): Record<string, () => Promise<void>> {
  const team = { teamId: "1" };
  const none = { teamId: "999" };
  const email = "described@example.test";
  const request: Send = (operationId, status, sent = {}) =>
    exchange(operationId, status, { key: test().keys.admin, ...sent });
  const user = () => request("putUser", 200, { params: { ...team, email }, body: { firstName: "Described" } });
  const account = async () => {
    const { body } = await request("createServiceAccount", 201, { params: team, body: { name: "described" } });
    return { serviceAccountId: String(Object(body).id) };
  };
  return {
    async createSubToken() {
      const key = test().keys.serviceAccount;
      await exchange("createSubToken", 200, { body: { forUserEmail: "admin@localhost" }, key });
      await exchange("createSubToken", 400, { body: {}, key });
      await exchange("createSubToken", 404, { body: { forUserId: -1 }, key });
      await exchange("createSubToken", 403, { body: { forUserEmail: "admin@localhost" } });
    },
    async getMe() {
      await exchange("getMe", 200);
      await exchange("getMe", 200, { key: test().keys.serviceAccount });
      await exchange("getMe", 401, { key: `key_${"0".repeat(64)}` });
    },
    async listUsers() {
      await request("listUsers", 200, { params: team });
      await request("listUsers", 404, { params: none });
    },
    async putUser() {
      const params = { ...team, email };
      await request("putUser", 200, { params, body: { lastName: "User", handle: "@described", isActive: true } });
      await request("putUser", 400, { params, body: { handle: "a b" } });
      await request("putUser", 404, { params: { ...none, email }, body: {} });
      await request("putUser", 409, { params: { ...team, email: "admin@localhost" }, body: { isAdmin: false } });
    },
    async putTeamMember() {
      const params = { ...team, email };
      await request("putTeamMember", 200, { params, body: { displayName: "Described User", isAdmin: false } });
      await request("putTeamMember", 400, { params, body: {} });
      await request("putTeamMember", 404, { params: { ...none, email }, body: { isAdmin: false } });
    },
    async getMemberRepositories() {
      await user();
      await request("getMemberRepositories", 200, { params: { ...team, email } });
      await request("getMemberRepositories", 404, { params: { ...team, email: "unknown@localhost" } });
    },
    async endMemberPreviews() {
      await user();
      await request("endMemberPreviews", 200, { params: { ...team, email } });
      await request("endMemberPreviews", 404, { params: { ...team, email: "unknown@localhost" } });
    },
    async createUserKey() {
      await user();
      await request("createUserKey", 201, { params: { ...team, email }, body: { name: "laptop" } });
      await request("createUserKey", 400, { params: { ...team, email }, body: {} });
      await request("createUserKey", 404, {
        params: { ...team, email: "unknown@localhost" },
        body: { name: "laptop" },
      });
    },
    async getAgentOwner() {
      const { agent } = await test().call(createAgent, { body: { prompt: { text: "described" } } });
      const agentId = agent.id;
      await request("getAgentOwner", 200, { params: { ...team, agentId } });
      await request("getAgentOwner", 404, { params: { ...team, agentId: "unknown" } });
    },
    async listKeys() {
      await request("listKeys", 200, { params: team });
      await request("listKeys", 404, { params: none });
    },
    async deleteKey() {
      await user();
      const { body } = await request("createUserKey", 201, { params: { ...team, email }, body: { name: "short" } });
      const params = { keyId: String(Object(body).id) };
      await request("deleteKey", 200, { params });
      await request("deleteKey", 404, { params });
    },
    async listServiceAccounts() {
      await request("listServiceAccounts", 200, { params: team });
      await request("listServiceAccounts", 404, { params: none });
    },
    async createServiceAccount() {
      const body = { name: "described", user: "admin@localhost" };
      await request("createServiceAccount", 201, { params: team, body });
      await request("createServiceAccount", 400, { params: team, body: { name: " " } });
      await request("createServiceAccount", 404, { params: team, body: { ...body, user: "unknown@localhost" } });
    },
    async createServiceAccountKey() {
      await request("createServiceAccountKey", 201, {
        params: await account(),
        body: { name: "ci", agentScoped: true },
      });
      await request("createServiceAccountKey", 400, { params: await account(), body: {} });
      await request("createServiceAccountKey", 404, { params: { serviceAccountId: "sa_none" }, body: { name: "ci" } });
    },
    async listGroups() {
      await request("putGroup", 200, { params: { ...team, slug: "listed" }, body: { members: ["admin@localhost"] } });
      await request("listGroups", 200, { params: team });
      await request("listGroups", 404, { params: none });
    },
    async deleteGroup() {
      const params = { ...team, slug: "short-lived" };
      await request("putGroup", 200, { params, body: { members: [] } });
      await request("deleteGroup", 200, { params });
      await request("deleteGroup", 404, { params });
    },
  };
}
