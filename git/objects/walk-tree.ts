import { exitCode } from "@/lib/core/process/exit-code";
import { pathOfLatin1 } from "../path-text";
import { collectStderr, GitError, killGit, spawnGit } from "../run-git";
import { entryType } from "./tree-object";

export interface WalkedEntry {
  /** Relative to the walked tree. */
  path: string;
  mode: string;
  type: "blob" | "tree" | "commit";
  id: string;
  /** Bytes of a blob. */
  size: number | undefined;
}

const line = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t(.*)$/s;

/** Reads an entry decoded as Latin-1. */
function readEntry(text: string): WalkedEntry {
  const [, mode = "", id = "", size = "-", path = ""] = line.exec(text) ?? [];
  return {
    path: pathOfLatin1(path),
    mode,
    id,
    type: entryType({ mode }),
    size: size === "-" ? undefined : Number(size),
  };
}

/**
 * Walks everything below a tree in git's order, each folder before its contents. Ends early when `visit` returns false.
 * Returns whether it walked everything. A tree can claim any number of paths, so `visit` must set a limit.
 */
export async function walkTree(
  dir: string,
  tree: string,
  visit: (entry: WalkedEntry) => boolean,
  signal?: AbortSignal,
): Promise<boolean> {
  const args = ["ls-tree", "-r", "-t", "-l", "-z", "--full-tree", tree];
  const child = spawnGit(args, { cwd: dir, env: { GIT_DIR: dir }, ...(signal ? { signal } : {}) });
  const stderr = collectStderr(child);
  const ended = exitCode(child);
  let left: Buffer = Buffer.alloc(0);
  for await (const chunk of child.stdout ?? []) {
    if (!Buffer.isBuffer(chunk)) throw new Error("expected binary output from git");
    left = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    let at = 0;
    for (let end = left.indexOf(0); end >= 0; end = left.indexOf(0, at)) {
      if (!visit(readEntry(left.toString("latin1", at, end)))) {
        killGit(child);
        return false;
      }
      at = end + 1;
    }
    left = left.subarray(at);
  }
  const code = await ended;
  signal?.throwIfAborted();
  if (code !== 0) throw new GitError(args, code, stderr());
  return true;
}
