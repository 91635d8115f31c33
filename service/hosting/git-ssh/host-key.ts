import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ssh2 from "ssh2";

const fileName = "ssh-host-key";

async function existing(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** The server's SSH host key, created once and stored in the data folder. */
export async function hostKey(dataDir: string): Promise<string> {
  const file = join(dataDir, fileName);
  const stored = await existing(file);
  if (stored) return stored;
  const temporary = `${file}-${randomUUID()}`;
  await writeFile(temporary, ssh2.utils.generateKeyPairSync("ed25519").private, { mode: 0o600 });
  try {
    // Fails if another instance was first; then both use its key.
    await link(temporary, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(temporary);
  }
  return readFile(file, "utf8");
}
