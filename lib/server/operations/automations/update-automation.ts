import { updateAutomation } from "@/lib/contract/dashboard/automations/update-automation";
import { sessionSecret } from "@/lib/server/auth/secret";
import { newWebhookSecret, sealSecret } from "@/lib/server/automations/webhook-secret";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { replaceAutomation } from "@/lib/server/db/automations";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { automationNotFound, requireOwnAutomation } from "./automation-access";
import { checkAutomation, nameTaken, savedAutomation } from "./automation-input";

export const updateAutomationOperation = implementOperation(
  updateAutomation,
  async ({ params: { id }, body, user }) => {
    const { store } = await requireOwnAutomation(id, user);
    await checkAutomation(body, user);
    const secret = newWebhookSecret();
    const newSecret = await sealSecret(secret, await sessionSecret(dashboardSettings().dataDir));
    const now = new Date(dashboardService().clock.now());
    const saved = await replaceAutomation(store, { id, ownerId: user.id, body, now, newSecret });
    if (saved === "name_taken") throw nameTaken();
    if (saved === "unknown") throw automationNotFound();
    return savedAutomation(id, saved.sealedSecret === newSecret ? secret : undefined, user);
  },
);
