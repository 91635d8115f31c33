import { deleteAppInstallation } from "@/lib/contract/hosting/installations/delete-app-installation";
import { implement } from "../../core/http/implement";
import { endInstallations } from "./end-installations";
import { requireOwnInstallation } from "./installation-row";

export const deleteAppInstallationOperation = implement(
  deleteAppInstallation,
  async ({ principal, params }, context) => {
    const { installation } = await requireOwnInstallation(context, principal, params.installationId);
    await context.db.transaction((tx) => endInstallations(tx, context, [installation.id]));
    return undefined;
  },
);
