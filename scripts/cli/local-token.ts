import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { systemClock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import { projectRoot } from "@/lib/core/settings/project-root";
import { mintLocalToken } from "@/lib/server/command-line/mint-local-token";
import { openStore } from "@/lib/server/db/store";
import { CommandError } from "./command-error";

/** `DATA_DIR/cli-token.json`, mode 0600. */
const StoredToken = z.object({ token: z.string() });
const tokenFile = "cli-token.json";

/**
 * The token of commands on the machine of a running Slipway. A user who can read the data folder can also create a
 * sign-in link for an admin, so this gives no additional access.
 */
export async function localToken(options: {
  dataDir: string;
  databaseUrl: string;
  isAccepted(token: string): Promise<boolean>;
}): Promise<string> {
  const file = join(options.dataDir, tokenFile);
  const stored = await readFile(file, "utf8")
    .then((text) => StoredToken.parse(JSON.parse(text)).token)
    .catch(() => undefined);
  if (stored !== undefined && (await options.isAccepted(stored))) return stored;
  const log = createLog({ program: "slipway", level: "error" });
  try {
    const store = await openStore({ url: options.databaseUrl, log, root: projectRoot });
    const token = await mintLocalToken(store, { clock: systemClock, name: `Command line on ${hostname()}` }).finally(
      () => store.close(),
    );
    const draft = `${file}.${randomBytes(6).toString("hex")}`;
    await writeFile(draft, `${JSON.stringify({ token })}\n`, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
    return token;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`couldn't create an API token for this machine. ${reason}`);
  }
}
