import { NoQuery } from "../../agents/pagination";
import { AppPath } from "../../hosting/apps/app";
import { pingWebhook } from "../../hosting/webhooks/ping-webhook";
import { defineOperation } from "../../operation";

export const pingApp = defineOperation({
  id: "pingApp",
  summary: "Send a test delivery to an app",
  method: "POST",
  path: "/admin/v1/apps/{appId}/webhook-pings",
  pathParams: AppPath,
  query: NoQuery,
  body: pingWebhook.body,
  response: pingWebhook.response,
  family: "admin",
  role: "admin",
});
