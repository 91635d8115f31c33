import { z } from "zod";
import { defineOperation } from "../../operation";
import { AppInstallation, InstallationPath } from "../installation";

export const getAppInstallation = defineOperation({
  id: "getAppInstallation",
  summary: "Get an installation of the calling app",
  method: "GET",
  path: "/v1/repohost/app/installations/{installationId}",
  pathParams: InstallationPath,
  query: z.looseObject({}),
  response: AppInstallation,
  family: "repohost",
  credentials: ["app"],
  scopes: ["app:metadata:read"],
  ambient: true,
});
