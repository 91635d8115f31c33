import { exitCode } from "@/lib/core/process/exit-code";
import { collectStderr, GitError, killGit, type SpawnGitOptions, spawnGit } from "../run-git";

/**
 * Yields the lines git prints, however many there are. Throws {@link GitError} if git fails and the signal's reason when
 * aborted; ends git when the caller stops early.
 */
export async function* gitLines(
  args: readonly string[],
  { input, ...options }: SpawnGitOptions & { input?: string },
): AsyncGenerator<string> {
  const child = spawnGit(args, options);
  const stderr = collectStderr(child);
  const ended = exitCode(child);
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  child.stdout?.setEncoding("utf8");
  let left = "";
  try {
    for await (const chunk of child.stdout ?? []) {
      const lines = (left + String(chunk)).split("\n");
      left = lines.pop() ?? "";
      yield* lines;
    }
    const code = await ended;
    options.signal?.throwIfAborted();
    if (code !== 0) throw new GitError(args, code, stderr());
  } finally {
    killGit(child);
  }
}
