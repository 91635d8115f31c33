import type { ChildProcess } from "node:child_process";

/**
 * Resolves with the exit code of a process when its output has ended, or -1 if it was killed. Rejects if it couldn't be
 * started; callers can start to wait for it later.
 */
export function exitCode(child: ChildProcess): Promise<number> {
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? -1));
  });
  // Without a handler, the rejection would end this process before the caller waits.
  ended.catch(() => undefined);
  return ended;
}
