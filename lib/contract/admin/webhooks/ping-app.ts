import { defineOperation } from "../../define-operation";
import { AppPath } from "../../hosting/apps/app";
import { pingWebhook } from "../../hosting/webhooks/ping-webhook";

export const pingApp = defineOperation({
  id: "pingApp",
  summary: "Send a test delivery to an app",
  method: "POST",
  path: "/admin/v1/apps/{appId}/webhook-pings",
  pathParams: AppPath,
  body: pingWebhook.body,
  response: pingWebhook.response,
});
