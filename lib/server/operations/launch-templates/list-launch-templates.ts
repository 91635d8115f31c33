import { listLaunchTemplates } from "@/lib/contract/dashboard/launch-templates/list-launch-templates";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readLaunchTemplates } from "@/lib/server/db/launch-templates";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { templateBody } from "./template-body";

export const listLaunchTemplatesOperation = implementOperation(listLaunchTemplates, async ({ user }) => {
  const rows = await readLaunchTemplates(await dashboardStore(), user.id);
  return { templates: rows.map(({ template, ownerName }) => templateBody(template, ownerName)) };
});
