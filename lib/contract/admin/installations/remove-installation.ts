import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { InstallationPath } from "../../hosting/installation";

export const removeInstallation = defineOperation({
  id: "removeInstallation",
  summary: "Remove an installation and revoke its tokens",
  method: "DELETE",
  path: "/admin/v1/installations/{installationId}",
  pathParams: InstallationPath,
  response: z.looseObject({ id: z.string() }),
});
