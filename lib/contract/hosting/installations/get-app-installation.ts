import { defineOperation } from "../../define-operation";
import { AppInstallation, InstallationPath } from "../installation";

export const getAppInstallation = defineOperation({
  id: "getAppInstallation",
  summary: "Get an installation of the calling app",
  method: "GET",
  path: "/v1/repohost/app/installations/{installationId}",
  pathParams: InstallationPath,
  response: AppInstallation,
  credentials: ["app"],
  scopes: ["app:metadata:read"],
  ambient: true,
});
