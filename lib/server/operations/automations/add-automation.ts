import { addAutomation } from "@/lib/contract/dashboard/automations/add-automation";
import { sessionSecret } from "@/lib/server/auth/secret";
import { newWebhookSecret, sealSecret } from "@/lib/server/automations/webhook-secret";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { insertAutomation } from "@/lib/server/db/automations";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { automationSource } from "./automation-access";
import { checkAutomation, nameTaken, savedAutomation, tooMany } from "./automation-input";

export const addAutomationOperation = implementOperation(addAutomation, async ({ body, user, note }) => {
  await checkAutomation(body, user);
  const { clock, ids } = dashboardService();
  const id = ids.uuid();
  note({ automation: id });
  const secret = body.trigger.kind === "webhook" ? newWebhookSecret() : undefined;
  const key = await sessionSecret(dashboardSettings().dataDir);
  const result = await insertAutomation(await dashboardStore(), {
    id,
    source: automationSource(),
    ownerId: user.id,
    body,
    now: new Date(clock.now()),
    sealedSecret: secret === undefined ? null : await sealSecret(secret, key),
  });
  if (result === "name_taken") throw nameTaken();
  if (result === "too_many") throw tooMany();
  return savedAutomation(id, secret, user);
});
