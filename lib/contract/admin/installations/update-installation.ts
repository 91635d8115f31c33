import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppInstallation, InstallationPath } from "../../hosting/installation";

export const updateInstallation = defineOperation({
  id: "updateInstallation",
  summary: "Suspend or unsuspend an installation",
  method: "PATCH",
  path: "/admin/v1/installations/{installationId}",
  pathParams: InstallationPath,
  body: z.strictObject({ suspended: z.boolean("is required") }),
  response: AppInstallation,
});
