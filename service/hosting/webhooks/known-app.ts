import type { Context } from "../../core/context";
import { refuse } from "../../core/http/refusal";
import { type AppRow, findApp } from "../access/app-access";

/** An app by its id, for an administrator. Throws 404. */
export async function knownApp(context: Pick<Context, "db">, appId: string): Promise<AppRow> {
  const found = await findApp(context, appId);
  if (!found) throw refuse.agents(404, "app_not_found", `No app ${appId}`);
  return found.app;
}

/** The same of one that has an address. Throws 409. */
export async function reachableApp(context: Pick<Context, "db">, appId: string): Promise<AppRow> {
  const app = await knownApp(context, appId);
  if (!app.webhookUrl) throw refuse.agents(409, "no_webhook_url", "The app has no webhook URL");
  return app;
}
