import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { AppInstallation, InstallationPath } from "../../hosting/installation";
import { defineOperation } from "../../operation";

export const updateInstallation = defineOperation({
  id: "updateInstallation",
  summary: "Suspend or unsuspend an installation",
  method: "PATCH",
  path: "/admin/v1/installations/{installationId}",
  pathParams: InstallationPath,
  query: NoQuery,
  body: z.strictObject({ suspended: z.boolean("is required") }),
  response: AppInstallation,
  family: "admin",
  role: "admin",
});
