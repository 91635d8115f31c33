import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { InstallationPath } from "../../hosting/installation";
import { defineOperation } from "../../operation";

export const removeInstallation = defineOperation({
  id: "removeInstallation",
  summary: "Remove an installation and revoke its tokens",
  method: "DELETE",
  path: "/admin/v1/installations/{installationId}",
  pathParams: InstallationPath,
  query: NoQuery,
  response: z.looseObject({ id: z.string() }),
  family: "admin",
  role: "admin",
});
