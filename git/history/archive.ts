import { exitCode } from "@/lib/core/process/exit-code";
import { collectStderr, GitError, killGit, spawnGit } from "../run-git";

const timeoutMs = 10 * 60_000;
const maxBytes = 4 * 1024 ** 3;

/**
 * A gzipped tar of all files of a commit, in one folder, created by git. Throws in the middle if git fails,
 * times out or exceeds the size limit, because a small repository can describe any number of files.
 */
export async function* archive(dir: string, commit: string, folder: string, signal: AbortSignal) {
  const args = ["archive", "--format=tar.gz", `--prefix=${folder}/`, commit];
  const child = spawnGit(args, {
    cwd: dir,
    env: { GIT_DIR: dir },
    config: { "tar.tar.gz.command": "git archive gzip" },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const stderr = collectStderr(child);
  const ended = exitCode(child);
  child.stdin?.end();
  let size = 0;
  try {
    for await (const chunk of child.stdout ?? []) {
      if (!(chunk instanceof Uint8Array)) throw new Error("expected binary output from git");
      size += chunk.length;
      if (size > maxBytes) throw new GitError(args, -1, `more than ${maxBytes} bytes of output`);
      yield new Uint8Array(chunk);
    }
    const code = await ended;
    if (code !== 0) throw new GitError(args, code, stderr());
  } finally {
    killGit(child);
  }
}
