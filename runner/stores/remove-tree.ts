import { execFile } from "node:child_process";
import { promisify } from "node:util";

const runFile = promisify(execFile);
const maxBuffer = 64 * 1024 ** 2;

/**
 * Deletes a folder that an agent could write to. `rm` traverses it relative to open folders, so any depth works and no link is followed, even if one is created concurrently. Throws if something can't be deleted.
 */
export async function removeTree(path: string): Promise<void> {
  const remove = () => runFile("rm", ["-rf", "--", path], { maxBuffer });
  await remove().catch(async () => {
    // Only root can delete from folders without permissions.
    await runFile("chmod", ["-R", "u+rwx", "--", path], { maxBuffer }).catch(() => undefined);
    await remove();
  });
}
