import { getAppInstallation } from "@/lib/contract/hosting/installations/get-app-installation";
import { implement } from "../../core/http/implement";
import { installationBody, requireOwnInstallation } from "./installation-row";

export const getAppInstallationOperation = implement(getAppInstallation, async ({ principal, params }, context) =>
  installationBody(await requireOwnInstallation(context, principal, params.installationId)),
);
