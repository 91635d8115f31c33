import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { InstallationPath, InstallationToken, tokenLimits } from "../installation";
import { userTokensScope } from "../scope";

export const createInstallationUserToken = defineOperation({
  id: "createInstallationUserToken",
  summary: "Create a short-lived token for an app to act on behalf of a member",
  method: "POST",
  path: "/v1/repohost/app/installations/{installationId}/user_access_tokens",
  pathParams: InstallationPath,
  body: z.object({ userId: z.string().optional(), userEmail: z.string().optional(), ...tokenLimits }),
  response: InstallationToken,
  credentials: ["app"],
  scopes: [userTokensScope],
  sessionOnly: true,
  points: 1,
});
