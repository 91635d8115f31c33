import { getAuthenticatedApp } from "@/lib/contract/hosting/get-authenticated-app";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { appBody, findApp } from "../access/app-access";

export const getAuthenticatedAppOperation = implement(getAuthenticatedApp, async ({ principal }, context) => {
  const found = principal.kind === "app" ? await findApp(context, principal.appId) : undefined;
  if (!found) throw refuse.repohost("NotFound", "App not found");
  return appBody(found);
});
