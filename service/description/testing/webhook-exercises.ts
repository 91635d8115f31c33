import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { listWebhookDeliveries } from "@/lib/contract/hosting/webhooks/list-webhook-deliveries";
import { addApp, installedApp } from "../../hosting/installations/testing/installation-fixture";
import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

const namespaceSlug = "demo";

/** Requests for webhook operations and repository deletion. */
export function webhookExercises(exchange: Send, test: () => TestService): Record<string, () => Promise<void>> {
  // Nothing listens on this address, and it is blocked as non-public.
  const createApp = () => addApp(test(), { namespaceSlug, webhookUrl: "https://127.0.0.1:9/hook" });
  const admin = () => test().keys.admin;
  const createDelivery = async () => {
    const app = await createApp();
    await installedApp(test(), { namespaceSlug, scopes: [], app });
    const { deliveries } = await test().call(listWebhookDeliveries, { key: app.jwt() });
    return { appId: app.id, deliveryId: deliveries[0]?.id ?? "" };
  };
  return {
    async batchRedeliverWebhookDeliveries() {
      const key = (await createApp()).jwt();
      const body = { deliveryIds: ["whd_none"] };
      await exchange("batchRedeliverWebhookDeliveries", 202, { body, key });
      await exchange("batchRedeliverWebhookDeliveries", 400, { body: { deliveryIds: [] }, key });
      await exchange("batchRedeliverWebhookDeliveries", 403, { body });
    },
    async deleteRepository() {
      const params = { ownerSlug: namespaceSlug };
      const { id } = await test().call(createRepo, { params, body: { name: "described-end" } });
      const key = test().keys.admin;
      await exchange("deleteRepository", 200, { params: { repositoryId: id }, key });
      await exchange("deleteRepository", 404, { params: { repositoryId: id }, key });
    },
    async getAppDelivery() {
      const { appId, deliveryId } = await createDelivery();
      await exchange("getAppDelivery", 200, { params: { appId, deliveryId }, key: admin() });
      await exchange("getAppDelivery", 404, { params: { appId, deliveryId: "whd_none" }, key: admin() });
    },
    async listAppDeliveries() {
      const { appId } = await createDelivery();
      await exchange("listAppDeliveries", 200, { params: { appId }, query: { pageSize: "1" }, key: admin() });
      await exchange("listAppDeliveries", 400, { params: { appId }, query: { delivered: "maybe" }, key: admin() });
      await exchange("listAppDeliveries", 404, { params: { appId: "app_none" }, key: admin() });
    },
    async pingApp() {
      const { id: appId } = await createApp();
      await exchange("pingApp", 200, { params: { appId }, body: {}, key: admin() });
      const { id: silent } = await addApp(test(), { namespaceSlug });
      await exchange("pingApp", 409, { params: { appId: silent }, body: {}, key: admin() });
      await exchange("pingApp", 404, { params: { appId: "app_none" }, body: {}, key: admin() });
    },
    async updateAppDelivery() {
      const { appId } = await createDelivery();
      await exchange("updateAppDelivery", 200, { params: { appId }, body: { paused: true }, key: admin() });
      await exchange("updateAppDelivery", 200, { params: { appId }, body: { paused: false }, key: admin() });
      await exchange("updateAppDelivery", 400, { params: { appId }, body: {}, key: admin() });
      await exchange("updateAppDelivery", 404, { params: { appId: "app_none" }, body: { paused: true }, key: admin() });
    },
    async redeliverAppDeliveries() {
      const { appId, deliveryId } = await createDelivery();
      const body = { deliveryIds: [deliveryId, "whd_none"] };
      await exchange("redeliverAppDeliveries", 202, { params: { appId }, body, key: admin() });
      await exchange("redeliverAppDeliveries", 400, { params: { appId }, body: { deliveryIds: [] }, key: admin() });
      await exchange("redeliverAppDeliveries", 404, { params: { appId: "app_none" }, body, key: admin() });
    },
    async listWebhookDeliveries() {
      const app = await createApp();
      await installedApp(test(), { namespaceSlug, scopes: [], app });
      const query = { pageSize: "1", delivered: "false", eventType: "installation.created" };
      const { body } = await exchange("listWebhookDeliveries", 200, { query, key: app.jwt() });
      if (!JSON.stringify(body).includes("installation.created")) throw new Error("no delivery was listed");
      await exchange("listWebhookDeliveries", 400, { query: { delivered: "maybe" }, key: app.jwt() });
      await exchange("listWebhookDeliveries", 403, {});
    },
    async pingWebhook() {
      await exchange("pingWebhook", 200, { body: {}, key: (await createApp()).jwt() });
      const silent = await addApp(test(), { namespaceSlug });
      await exchange("pingWebhook", 400, { body: {}, key: silent.jwt() });
      await exchange("pingWebhook", 403, { body: {} });
    },
  };
}
