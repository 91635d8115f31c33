import { updateAutomation } from "@/lib/contract/dashboard/automations/update-automation";
import { sessionSecret } from "@/lib/server/auth/secret";
import { newWebhookSecret, sealSecret } from "@/lib/server/automations/webhook-secret";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { replaceAutomation } from "@/lib/server/db/automations";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { requireOwnAutomation } from "./automation-access";
import { checkAutomation, nameTaken, savedAutomation } from "./automation-input";

export const updateAutomationOperation = implementOperation(
  updateAutomation,
  async ({ params: { id }, body, user }) => {
    const { store, found } = await requireOwnAutomation(id, user);
    await checkAutomation(body, user);
    const isWebhook = body.trigger.kind === "webhook";
    const secret = isWebhook && found.automation.sealedSecret === null ? newWebhookSecret() : undefined;
    const sealed =
      secret === undefined
        ? found.automation.sealedSecret
        : await sealSecret(secret, await sessionSecret(dashboardSettings().dataDir));
    const result = await replaceAutomation(store, {
      id,
      ownerId: user.id,
      body,
      now: new Date(dashboardService().clock.now()),
      sealedSecret: isWebhook ? sealed : null,
    });
    if (result === "name_taken") throw nameTaken();
    return savedAutomation(id, secret, user);
  },
);
