import "server-only";
import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const secretFile = "dashboard-secret";
const known = new Map<string, Promise<string>>();

/** The secret that encrypts sessions: `NEXTAUTH_SECRET`, or one created once and stored in the data folder. */
export function sessionSecret(dataDir: string): Promise<string> {
  const configured = process.env.NEXTAUTH_SECRET;
  if (configured) return Promise.resolve(configured);
  let secret = known.get(dataDir);
  if (!secret) {
    secret = storedSecret(dataDir).catch((error: unknown) => {
      known.delete(dataDir);
      throw error;
    });
    known.set(dataDir, secret);
  }
  return secret;
}

async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, secretFile);
  const existing = await readSecret(file);
  if (existing) return existing;
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  // Linking is atomic and fails if another process created the file first.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft, { force: true });
  const secret = await readSecret(file);
  if (!secret) throw new Error(`${secretFile} in the data folder is empty; delete it to generate a new one`);
  return secret;
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
