import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { InstallationPath } from "../installation";

export const deleteAppInstallation = defineOperation({
  id: "deleteAppInstallation",
  summary: "Remove an installation of the calling app and revoke its tokens",
  method: "DELETE",
  path: "/v1/repohost/app/installations/{installationId}",
  pathParams: InstallationPath,
  response: z.unknown(),
  success: 204,
  credentials: ["app"],
  scopes: ["app:metadata:write"],
  ambient: true,
  role: "admin",
});
