import "server-only";
import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where the start script finds the link it prints. */
export const signInLinkFile = "sign-in-link.json";

/** Writes the link into the data folder, readable by the owner alone and never half-written. */
export async function publishSignInLink(dataDir: string, url: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, signInLinkFile);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${JSON.stringify({ url })}\n`, { mode: 0o600, flag: "wx" });
  await rename(draft, file);
}
