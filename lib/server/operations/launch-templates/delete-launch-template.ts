import { deleteLaunchTemplate } from "@/lib/contract/dashboard/launch-templates/delete-launch-template";
import { roleAllows } from "@/lib/contract/operation";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { removeLaunchTemplate } from "@/lib/server/db/launch-templates";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";

export const deleteLaunchTemplateOperation = implementOperation(deleteLaunchTemplate, async ({ params, user }) => {
  const removed = await removeLaunchTemplate(await dashboardStore(), params.id, {
    userId: user.id,
    anyShared: roleAllows(user.role, "admin"),
  });
  if (removed) return { id: params.id };
  const message = "Template not found.";
  throw new OperationError({ status: 404, code: "template_not_found", message, field: "id" });
});
