import { getAppInstallation } from "@/lib/contract/hosting/get-app-installation";
import { implement } from "../../core/http/implement";
import { installationBody, requireOwnInstallation } from "./installation-row";

export const getAppInstallationOperation = implement(getAppInstallation, async ({ principal, params }, service) =>
  installationBody(await requireOwnInstallation(service, principal, params.installationId)),
);
