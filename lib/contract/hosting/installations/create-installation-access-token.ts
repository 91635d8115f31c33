import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { InstallationPath, InstallationToken, tokenLimits } from "../installation";

export const createInstallationAccessToken = defineOperation({
  id: "createInstallationAccessToken",
  summary: "Create a short-lived installation token",
  method: "POST",
  path: "/v1/repohost/app/installations/{installationId}/access_tokens",
  pathParams: InstallationPath,
  body: z.object(tokenLimits),
  response: InstallationToken,
  credentials: ["app"],
  scopes: ["app:metadata:read"],
  ambient: true,
  sessionOnly: true,
  points: 1,
});
