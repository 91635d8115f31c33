import { execFile } from "node:child_process";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/**
 * Deletes a folder that an agent could write to. `rm` traverses it relative to open folders, so any depth works and no link is followed, even if one is created concurrently. Throws if something can't be deleted.
 */
export async function removeTree(path: string): Promise<void> {
  await runFile("rm", ["-rf", "--", path], { maxBuffer: 64 * 1024 ** 2 });
}
