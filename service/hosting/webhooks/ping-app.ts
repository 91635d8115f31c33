import { pingApp } from "@/lib/contract/admin/ping-app";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import { requireAppWithWebhook } from "./require-any-app";
import { ping } from "./ping-webhook";
import type { WithWebhookPoster } from "./post-webhook";

export const pingAppOperation = implement(pingApp, async ({ params }, context: Context & WithWebhookPoster) =>
  ping(context, await requireAppWithWebhook(context, params.appId)),
);
