import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { type AppRow, findApp } from "../access/app-access";

/** Finds any app by id, for administrators. Throws 404 `app_not_found`. */
export async function requireAnyApp(context: Pick<Context, "db">, appId: string): Promise<AppRow> {
  const found = await findApp(context, appId);
  if (!found) throw apiError.agents(404, "app_not_found", "App not found");
  return found.app;
}

/** Like `requireAnyApp`, but throws 409 `no_webhook_url` if the app has no webhook URL. */
export async function requireAppWithWebhook(context: Pick<Context, "db">, appId: string): Promise<AppRow> {
  const app = await requireAnyApp(context, appId);
  if (!app.webhookUrl) throw apiError.agents(409, "no_webhook_url", "The app has no webhook URL");
  return app;
}
