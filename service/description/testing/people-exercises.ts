import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

/** Requests for user, key, service account and group operations, with the admin key. */
export function peopleExercises(exchange: Send, test: () => TestService): Record<string, () => Promise<void>> {
  const team = { teamId: "1" };
  const none = { teamId: "999" };
  const email = "described@example.test";
  const ask: Send = (operationId, status, sent = {}) =>
    exchange(operationId, status, { key: test().keys.admin, ...sent });
  const person = () => ask("putPerson", 200, { params: { ...team, email }, body: { firstName: "Described" } });
  const account = async () => {
    const { body } = await ask("createServiceAccount", 201, { params: team, body: { name: "described" } });
    return { serviceAccountId: String(Object(body).id) };
  };
  return {
    async listPeople() {
      await ask("listPeople", 200, { params: team });
      await ask("listPeople", 404, { params: none });
    },
    async putPerson() {
      const params = { ...team, email };
      await ask("putPerson", 200, { params, body: { lastName: "Person", handle: "@described", isActive: true } });
      await ask("putPerson", 400, { params, body: { handle: "a b" } });
      await ask("putPerson", 404, { params: { ...none, email }, body: {} });
      await ask("putPerson", 409, { params: { ...team, email: "admin@localhost" }, body: { isAdmin: false } });
    },
    async createPersonKey() {
      await person();
      await ask("createPersonKey", 201, { params: { ...team, email }, body: { name: "laptop" } });
      await ask("createPersonKey", 400, { params: { ...team, email }, body: {} });
      await ask("createPersonKey", 404, { params: { ...team, email: "unknown@localhost" }, body: { name: "laptop" } });
    },
    async listKeys() {
      await ask("listKeys", 200, { params: team });
      await ask("listKeys", 404, { params: none });
    },
    async deleteKey() {
      await person();
      const { body } = await ask("createPersonKey", 201, { params: { ...team, email }, body: { name: "short" } });
      const params = { keyId: String(Object(body).id) };
      await ask("deleteKey", 200, { params });
      await ask("deleteKey", 404, { params });
    },
    async listServiceAccounts() {
      await ask("listServiceAccounts", 200, { params: team });
      await ask("listServiceAccounts", 404, { params: none });
    },
    async createServiceAccount() {
      const body = { name: "described", user: "admin@localhost" };
      await ask("createServiceAccount", 201, { params: team, body });
      await ask("createServiceAccount", 400, { params: team, body: { name: " " } });
      await ask("createServiceAccount", 404, { params: team, body: { ...body, user: "unknown@localhost" } });
    },
    async createServiceAccountKey() {
      await ask("createServiceAccountKey", 201, { params: await account(), body: { name: "ci", agentScoped: true } });
      await ask("createServiceAccountKey", 400, { params: await account(), body: {} });
      await ask("createServiceAccountKey", 404, { params: { serviceAccountId: "sa_none" }, body: { name: "ci" } });
    },
    async listGroups() {
      await ask("putGroup", 200, { params: { ...team, slug: "listed" }, body: { members: ["admin@localhost"] } });
      await ask("listGroups", 200, { params: team });
      await ask("listGroups", 404, { params: none });
    },
    async deleteGroup() {
      const params = { ...team, slug: "short-lived" };
      await ask("putGroup", 200, { params, body: { members: [] } });
      await ask("deleteGroup", 200, { params });
      await ask("deleteGroup", 404, { params });
    },
  };
}
