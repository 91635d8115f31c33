import { execFile } from "node:child_process";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/**
 * Deletes a folder an agent could write to. `rm` walks it by open folders: no depth is too deep, and no link is followed,
 * even if one appears meanwhile. Throws when something can't be deleted.
 */
export async function removeTree(path: string): Promise<void> {
  await runFile("rm", ["-rf", "--", path], { maxBuffer: 64 * 1024 ** 2 });
}
