import { maxTemplates } from "@/lib/contract/dashboard/launch-templates/launch-template";
import { saveLaunchTemplate } from "@/lib/contract/dashboard/launch-templates/save-launch-template";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { upsertLaunchTemplate } from "@/lib/server/db/launch-templates";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { storableFields } from "../launches/storable-fields";
import { templateBody } from "./template-body";

export const saveLaunchTemplateOperation = implementOperation(saveLaunchTemplate, async ({ body, user }) => {
  const { clock, ids } = dashboardService();
  const { name, shared, fields } = body;
  const row = await upsertLaunchTemplate(await dashboardStore(), {
    id: ids.uuid(),
    userId: user.id,
    name,
    shared,
    fields: storableFields(fields),
    updatedAt: new Date(clock.now()),
  });
  if (row) return templateBody(row, user.name);
  const message = `You already have ${maxTemplates} templates. Delete one and try again.`;
  throw new OperationError({ status: 409, code: "too_many_templates", message });
});
