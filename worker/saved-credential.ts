import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { generatedIdFile, isLocked } from "./worker-folder";

const fileName = "credential.json";
const Saved = z.object({ tokenHash: z.string(), credential: z.string() });

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** The credential that the worker of a folder received for a registration token, if any. */
export async function savedCredential(dir: string, token: string): Promise<string | undefined> {
  try {
    const saved = Saved.parse(JSON.parse(await readFile(join(dir, fileName), "utf8")));
    return saved.tokenHash === hashOf(token) ? saved.credential : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the credential in the worker's folder, which is kept from now on: the worker can restart with it at any time. */
export async function saveCredential(dir: string, token: string, credential: string): Promise<void> {
  const file = join(dir, fileName);
  const saved: z.infer<typeof Saved> = { tokenHash: hashOf(token), credential };
  await writeFile(`${file}.new`, JSON.stringify(saved), { mode: 0o600 });
  await rename(`${file}.new`, file);
  await rm(join(dir, generatedIdFile), { force: true });
}

/** The id of a worker that registered with the token and isn't running, so that the same command starts it again. */
export async function registeredWorkerId(root: string, token: string): Promise<string | undefined> {
  for (const workerId of await readdir(root).catch(() => [])) {
    const dir = join(root, workerId);
    if ((await savedCredential(dir, token)) !== undefined && !(await isLocked(dir))) return workerId;
  }
  return undefined;
}
