import { rotateAutomationSecret } from "@/lib/contract/dashboard/automations/rotate-automation-secret";
import { sessionSecret } from "@/lib/server/auth/secret";
import { newWebhookSecret, sealSecret } from "@/lib/server/automations/webhook-secret";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { setSealedSecret } from "@/lib/server/db/automations";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { requireOwnAutomation } from "./automation-access";

export const rotateAutomationSecretOperation = implementOperation(
  rotateAutomationSecret,
  async ({ params: { id }, user }) => {
    const { store, found } = await requireOwnAutomation(id, user);
    if (found.automation.trigger.kind !== "webhook") {
      throw new OperationError({ status: 409, code: "conflict", message: "Only webhooks have a secret." });
    }
    const secret = newWebhookSecret();
    await setSealedSecret(store, id, await sealSecret(secret, await sessionSecret(dashboardSettings().dataDir)));
    return { id, secret };
  },
);
