import { pingApp } from "@/lib/contract/admin/webhooks/ping-app";
import type { WithWebhookPoster } from "@/lib/core/http/post-webhook";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import { ping } from "./ping-webhook";
import { requireAppWithWebhook } from "./require-any-app";

export const pingAppOperation = implement(pingApp, async ({ params }, context: Context & WithWebhookPoster) =>
  ping(context, await requireAppWithWebhook(context, params.appId)),
);
