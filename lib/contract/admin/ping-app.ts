import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { AppPath } from "../repohost/app";
import { pingWebhook } from "../repohost/ping-webhook";

export const pingApp = defineOperation({
  id: "pingApp",
  summary: "Send an app one test delivery",
  method: "POST",
  path: "/admin/v1/apps/{appId}/webhook-pings",
  pathParams: AppPath,
  query: NoQuery,
  body: pingWebhook.body,
  response: pingWebhook.response,
  family: "admin",
  credentials: ["admin"],
  role: "admin",
});
