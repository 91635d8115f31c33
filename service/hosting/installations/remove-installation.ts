import { removeInstallation } from "@/lib/contract/admin/remove-installation";
import { implement } from "../../core/http/implement";
import { endInstallations } from "./end-installations";
import { requireInstallation } from "./require-installation";

export const removeInstallationOperation = implement(removeInstallation, async ({ params }, service) => {
  const { installation } = await requireInstallation(service, params.installationId);
  await service.db.transaction((tx) => endInstallations(tx, service, [installation.id]));
  return { id: installation.id };
});
