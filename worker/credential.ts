import { readFile } from "node:fs/promises";
import type { WorkerOptions } from "./options";

/** What the worker authenticates with. A file is read each time. Throws when it can't be read or is empty. */
export async function readCredential(credential: WorkerOptions["credential"]): Promise<string> {
  if (credential.kind !== "file") return credential.text;
  const text = (await readFile(credential.path, "utf8")).trim();
  if (text === "") throw new Error(`${credential.path} is empty`);
  return text;
}
