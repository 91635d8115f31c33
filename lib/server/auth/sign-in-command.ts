import { systemClock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import { projectRoot } from "@/lib/core/settings/project-root";
import { readSettings, SettingsError } from "@/lib/core/settings/settings";
import { openStore } from "@/lib/server/db/store";
import { mintSignInLink } from "./mint-link";

/**
 * `npx slipway sign-in`: creates a sign-in link and returns its URL. `DATABASE_URL` names the database of the running
 * dashboard; `email` selects a user other than the first admin.
 */
export async function runSignIn(
  environment: Readonly<Record<string, string | undefined>>,
  options: { email?: string } = {},
): Promise<string> {
  const settings = readSettings(environment);
  if (!settings.databaseUrl)
    throw new SettingsError(["Slipway isn't running on this DATA_DIR. Start it, or set DATABASE_URL"]);
  const log = createLog({ program: "sign-in", level: settings.logLevel });
  const store = await openStore({ url: settings.databaseUrl, log, root: projectRoot });
  try {
    return await mintSignInLink(store, { webUrl: settings.webUrl, clock: systemClock, ...options });
  } finally {
    await store.close();
  }
}
