import { deleteAppInstallation } from "@/lib/contract/hosting/delete-app-installation";
import { implement } from "../../core/http/implement";
import { endInstallations } from "./end-installations";
import { requireOwnInstallation } from "./installation-row";

export const deleteAppInstallationOperation = implement(
  deleteAppInstallation,
  async ({ principal, params }, service) => {
    const { installation } = await requireOwnInstallation(service, principal, params.installationId);
    await service.db.transaction((tx) => endInstallations(tx, service, [installation.id]));
    return undefined;
  },
);
