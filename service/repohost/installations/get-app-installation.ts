import { getAppInstallation } from "@/lib/contract/repohost/get-app-installation";
import { implement } from "../../http/implement";
import { installationBody, requireOwnInstallation } from "./installation-row";

export const getAppInstallationOperation = implement(getAppInstallation, async ({ principal, params }, service) =>
  installationBody(await requireOwnInstallation(service, principal, params.installationId)),
);
