import { maxTemplates } from "@/lib/contract/dashboard/launch-template";
import { saveLaunchTemplate } from "@/lib/contract/dashboard/save-launch-template";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { keepLaunchTemplate } from "@/lib/server/db/launch-templates";
import { implementInDashboard, RefusedError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { keptFields } from "../launches/kept-fields";
import { templateBody } from "./template-body";

export const saveLaunchTemplateOperation = implementInDashboard(saveLaunchTemplate, async ({ body, person }) => {
  const { clock, ids } = dashboardService();
  const { name, shared, fields } = body;
  const row = await keepLaunchTemplate(await dashboardStore(), {
    id: ids.uuid(),
    personId: person.id,
    name,
    shared,
    fields: keptFields(fields),
    updatedAt: new Date(clock.now()),
  });
  if (row) return templateBody(row, person.name);
  const message = `You keep ${maxTemplates} templates already. Delete one first; nothing was saved.`;
  throw new RefusedError({ status: 409, code: "too_many_templates", message });
});
