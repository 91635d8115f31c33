import { getAuthenticatedApp } from "@/lib/contract/hosting/apps/get-authenticated-app";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { appBody, findApp } from "../access/app-access";

export const getAuthenticatedAppOperation = implement(getAuthenticatedApp, async ({ principal }, context) => {
  const found = principal.kind === "app" ? await findApp(context, principal.appId) : undefined;
  if (!found) throw apiError.repohost("NotFound", "App not found");
  return appBody(found);
});
