import { createReadStream } from "node:fs";
import { copyFile, open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { RepositoryStore } from "@/git/repository-store";
import { collectStderr, GitError, spawnGit } from "@/git/run-git";
import { exitCode } from "@/lib/core/process/exit-code";
import { BackupError } from "./manifest";

/** Number of objects in a pack. */
async function objectCount(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    if (bytesRead < 12) throw new BackupError(`${file} isn't a pack. Create the backup again.`);
    return buffer.readUInt32BE(8);
  } finally {
    await handle.close();
  }
}

async function indexPack(dir: string, file: string): Promise<void> {
  const args = ["index-pack", "--stdin", "--threads=1"];
  const child = spawnGit(args, { cwd: dir });
  const stderr = collectStderr(child);
  child.stdout?.resume();
  const ended = exitCode(child);
  if (!child.stdin) throw new Error("git was started without pipes");
  // Git's exit code explains why it stopped reading.
  await pipeline(createReadStream(file), child.stdin).catch(() => undefined);
  const code = await ended;
  if (code !== 0) throw new GitError(args, code, stderr());
}

/** Creates a repository from its pack and references in a backup. */
export async function loadRepository(
  repositories: RepositoryStore,
  { folder, id, defaultBranch }: { folder: string; id: string; defaultBranch: string },
): Promise<void> {
  const pack = join(folder, "git", `${id}.pack`);
  await repositories.create(id, {
    initialBranch: defaultBranch,
    async fill(dir) {
      if ((await objectCount(pack)) > 0) await indexPack(dir, pack);
      // The format of git's packed references.
      await copyFile(join(folder, "git", `${id}.refs`), join(dir, "packed-refs"));
    },
  });
}
