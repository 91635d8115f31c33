import { z } from "zod";
import { defineOperation } from "../../operation";
import { InstallationPath } from "../installation";

export const deleteAppInstallation = defineOperation({
  id: "deleteAppInstallation",
  summary: "Remove an installation of the calling app and revoke its tokens",
  method: "DELETE",
  path: "/v1/repohost/app/installations/{installationId}",
  pathParams: InstallationPath,
  query: z.looseObject({}),
  response: z.unknown(),
  success: 204,
  family: "repohost",
  credentials: ["app"],
  scopes: ["app:metadata:write"],
  ambient: true,
  points: 5,
  role: "admin",
});
