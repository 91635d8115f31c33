import { addApp, installedApp, newKeyPair } from "../../hosting/installations/testing/installation-fixture";
import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

const namespaceSlug = "demo";
const scopes = ["repository:contents:read", "namespace:user_tokens:write"];

/** Requests for app and installation operations. */
export function appExercises(exchange: Send, test: () => TestService): Record<string, () => Promise<void>> {
  const createApp = () => addApp(test(), { namespaceSlug, defaultScopes: ["repository:checks:write"] });
  const installed = (repositories?: string[]) =>
    installedApp(test(), { namespaceSlug, scopes, ...(repositories ? { repositories } : {}) });
  const admin = () => test().keys.admin;
  return {
    async addAppInstallationRepositories() {
      const { installationId } = await installed([]);
      const params = { namespaceSlug, installationId };
      await exchange("addAppInstallationRepositories", 400, { params, body: {} });
      await exchange("addAppInstallationRepositories", 400, { params, body: { repoIds: ["repo_none"] } });
      const none = { ...params, installationId: "inst_none" };
      await exchange("addAppInstallationRepositories", 404, { params: none, body: { repoIds: ["repo_none"] } });
      const { body } = await test().send("GET", "/v1/repohost/repos/demo/orders");
      const { id } = body as { id: string };
      await exchange("addAppInstallationRepositories", 200, { params, body: { repoIds: [id] } });
    },
    async addAppSigningKey() {
      const params = { appId: (await createApp()).id };
      const { publicKey } = newKeyPair();
      await exchange("addAppSigningKey", 200, { params, body: { publicKey } });
      await exchange("addAppSigningKey", 409, { params, body: { publicKey } });
      await exchange("addAppSigningKey", 400, { params, body: { publicKey: "x" } });
    },
    async createApp() {
      const params = { namespaceSlug };
      const { publicKey } = newKeyPair();
      await exchange("createApp", 200, { params, body: { displayName: "Described", publicKey } });
      await exchange("createApp", 400, { params, body: { displayName: "" } });
      await exchange("createApp", 404, {
        params: { namespaceSlug: "none" },
        body: { displayName: "Described", publicKey },
      });
    },
    async createInstallationAccessToken() {
      const { app, installationId } = await installed();
      const params = { installationId };
      await exchange("createInstallationAccessToken", 200, { params, body: {}, key: app.jwt() });
      await exchange("createInstallationAccessToken", 400, { params, body: { scopes: ["x"] }, key: app.jwt() });
      await exchange("createInstallationAccessToken", 403, { params, body: {} });
    },
    async createInstallationUserToken() {
      const { app, installationId } = await installed();
      const params = { installationId };
      const key = app.jwt();
      await exchange("createInstallationUserToken", 200, { params, body: { userEmail: "admin@localhost" }, key });
      await exchange("createInstallationUserToken", 400, { params, body: {}, key });
      await exchange("createInstallationUserToken", 403, { params, body: { userEmail: "no@example.test" }, key });
    },
    async putSystemApp() {
      const params = { namespaceSlug };
      const { publicKey } = newKeyPair();
      const body = { displayName: "System", description: "The dashboard", publicKey, defaultScopes: scopes };
      await exchange("putSystemApp", 200, { params, body, key: admin() });
      await exchange("putSystemApp", 400, { params, body: { ...body, publicKey: "x" }, key: admin() });
      await exchange("putSystemApp", 404, { params: { namespaceSlug: "none" }, body, key: admin() });
      await exchange("putSystemApp", 403, { params, body });
    },
    async deleteApp() {
      const params = { appId: (await createApp()).id };
      await exchange("deleteApp", 200, { params, key: admin() });
      await exchange("deleteApp", 404, { params, key: admin() });
    },
    async deleteAppInstallation() {
      const { app, installationId } = await installed();
      await exchange("deleteAppInstallation", 204, { params: { installationId }, key: app.jwt() });
      await exchange("deleteAppInstallation", 404, { params: { installationId }, key: app.jwt() });
    },
    async getApp() {
      await exchange("getApp", 200, { params: { appId: (await createApp()).id } });
      await exchange("getApp", 404, { params: { appId: "app_none" } });
    },
    async getAppInstallation() {
      const { app, installationId } = await installed();
      await exchange("getAppInstallation", 200, { params: { installationId }, key: app.jwt() });
      await exchange("getAppInstallation", 404, { params: { installationId: "inst_none" }, key: app.jwt() });
    },
    async getAuthenticatedApp() {
      await exchange("getAuthenticatedApp", 200, { key: (await createApp()).jwt() });
    },
    async installApp() {
      const appId = (await createApp()).id;
      const key = admin();
      await exchange("installApp", 200, { params: { namespaceSlug }, body: { appId }, key });
      await exchange("installApp", 400, { params: { namespaceSlug }, body: { appId: "app_none" }, key });
      await exchange("installApp", 404, { params: { namespaceSlug: "none" }, body: { appId }, key });
    },
    async listAppInstallationRepositories() {
      const { token } = await installed();
      await exchange("listAppInstallationRepositories", 200, { query: { filter: "demo/ord" }, key: token });
      await exchange("listAppInstallationRepositories", 400, { query: { pageToken: "x" }, key: token });
    },
    async listAppInstallations() {
      const { app } = await installed();
      await exchange("listAppInstallations", 200, { query: { pageSize: "1" }, key: app.jwt() });
      await exchange("listAppInstallations", 400, { query: { pageToken: "x" }, key: app.jwt() });
    },
    async listAppSigningKeys() {
      await exchange("listAppSigningKeys", 200, { params: { appId: (await createApp()).id }, key: admin() });
      await exchange("listAppSigningKeys", 404, { params: { appId: "app_none" }, key: admin() });
    },
    async listInstallations() {
      await installed([]);
      await exchange("listInstallations", 200, { params: { namespaceSlug }, key: admin() });
      await exchange("listInstallations", 404, { params: { namespaceSlug: "none" }, key: admin() });
    },
    async listNamespaceApps() {
      await createApp();
      await exchange("listNamespaceApps", 200, { params: { namespaceSlug } });
      await exchange("listNamespaceApps", 404, { params: { namespaceSlug: "none" } });
    },
    async removeInstallation() {
      const { installationId } = await installed();
      await exchange("removeInstallation", 200, { params: { installationId }, key: admin() });
      await exchange("removeInstallation", 404, { params: { installationId }, key: admin() });
    },
    async revokeAppSigningKey() {
      const appId = (await createApp()).id;
      const { body } = await exchange("addAppSigningKey", 200, {
        params: { appId },
        body: { publicKey: newKeyPair().publicKey },
      });
      const params = { appId, kid: (body as { kid: string }).kid };
      await exchange("revokeAppSigningKey", 204, { params });
      await exchange("revokeAppSigningKey", 404, { params });
    },
    async updateApp() {
      const params = { appId: (await createApp()).id };
      await exchange("updateApp", 200, {
        params,
        body: { description: "x", events: { events: ["repository.pushed"] } },
      });
      await exchange("updateApp", 400, { params, body: {} });
      await exchange("updateApp", 404, { params: { appId: "app_none" }, body: { description: "x" } });
    },
    async updateNamespace() {
      await exchange("updateNamespace", 200, { params: { namespaceSlug }, body: { plan: "pro" }, key: admin() });
      await exchange("updateNamespace", 400, { params: { namespaceSlug }, body: { plan: "x" }, key: admin() });
      await exchange("updateNamespace", 404, { params: { namespaceSlug: "none" }, body: {}, key: admin() });
    },
    async updateInstallation() {
      const { installationId } = await installed();
      const params = { installationId };
      await exchange("updateInstallation", 200, { params, body: { suspended: true }, key: admin() });
      await exchange("updateInstallation", 400, { params, body: {}, key: admin() });
      const none = { installationId: "inst_none" };
      await exchange("updateInstallation", 404, { params: none, body: { suspended: true }, key: admin() });
    },
  };
}
