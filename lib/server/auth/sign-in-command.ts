import { systemClock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import { readSettings } from "@/lib/core/settings/settings";
import { openStore } from "@/lib/server/db/store";
import { mintSignInLink } from "./mint-link";

/**
 * `npm run sign-in`: makes a fresh sign-in link and returns its URL. `DATABASE_URL` names the database of the running
 * dashboard; `email` chooses a person other than the first admin.
 */
export async function runSignIn(
  environment: Readonly<Record<string, string | undefined>>,
  options: { email?: string } = {},
): Promise<string> {
  const settings = readSettings(environment);
  if (!settings.databaseUrl) throw new Error("DATABASE_URL is not set: is the dashboard running?");
  const log = createLog({ program: "sign-in", level: settings.logLevel });
  const store = await openStore({ url: settings.databaseUrl, log });
  try {
    return await mintSignInLink(store, { webUrl: settings.webUrl, clock: systemClock, ...options });
  } finally {
    await store.close();
  }
}
