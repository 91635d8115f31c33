import { createInstallationAccessToken } from "@/lib/contract/hosting/installations/create-installation-access-token";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireAppPrincipal } from "../access/app-access";
import { requireOwnInstallation } from "./installation-row";
import { mintToken } from "./installation-token";
import { readTokenLimits } from "./token-limits";

export const createInstallationAccessTokenOperation = implement(
  createInstallationAccessToken,
  async ({ principal, params, body }, context) => {
    const app = requireAppPrincipal(principal);
    const found = await requireOwnInstallation(context, app, params.installationId);
    if (found.installation.suspendedAt !== null) {
      throw apiError.repohost("FailedPrecondition", "The installation is suspended");
    }
    const limits = await readTokenLimits(context, found, body);
    return mintToken(context, app, { installationId: found.installation.id, ...limits });
  },
);
