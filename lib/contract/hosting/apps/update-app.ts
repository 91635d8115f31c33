import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { App, AppPath, appFields } from "./app";

const { events, installationRedirectUris, defaultScopes, ...plain } = appFields;

export const updateApp = defineOperation({
  id: "updateApp",
  summary: "Update an app; omitted fields are unchanged",
  method: "PATCH",
  path: "/v1/repohost/apps/{appId}",
  pathParams: AppPath,
  body: z
    .object({
      ...plain,
      /** Each replaces the whole list. */
      events: z.object({ events }),
      installationRedirectUris: z.object({ installationRedirectUris }),
      defaultScopes: z.object({ scopes: defaultScopes }),
    })
    .partial(),
  response: App,
  credentials: ["user"],
  scopes: ["app:settings:write"],
  role: "admin",
});
