import { removeInstallation } from "@/lib/contract/admin/installations/remove-installation";
import { implement } from "../../core/http/implement";
import { endInstallations } from "./end-installations";
import { requireInstallation } from "./require-installation";

export const removeInstallationOperation = implement(removeInstallation, async ({ params }, context) => {
  const { installation } = await requireInstallation(context, params.installationId);
  await context.db.transaction((tx) => endInstallations(tx, context, [installation.id]));
  return { id: installation.id };
});
