import type { Readable } from "node:stream";
import { exitCode } from "@/lib/core/process/exit-code";
import { pathOfLatin1 } from "../path-text";
import { collectStderr, GitError, killGit, spawnGit } from "../run-git";

/** A commit that changed a file, and the file's path in that commit. */
export interface FileChange {
  commit: string;
  path: string;
  /** The path before the commit, if the commit renamed or copied the file. */
  previousPath?: string;
}

const limits = { timeoutMs: 15_000, memoryBytes: 512 * 1024 ** 2 };

/** Git's output between NUL characters, decoded as Latin-1. */
async function* tokensOf(stdout: Readable | null): AsyncGenerator<string> {
  let left: Buffer = Buffer.alloc(0);
  for await (const chunk of stdout ?? []) {
    if (!Buffer.isBuffer(chunk)) throw new Error("expected binary output from git");
    left = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    let at = 0;
    for (let end = left.indexOf(0); end >= 0; end = left.indexOf(0, at)) {
      yield left.toString("latin1", at, end);
      at = end + 1;
    }
    left = left.subarray(at);
  }
}

const commitMark = "\u0001";

/**
 * Each commit is `<mark><id>`, followed by its changes: a status and a path, or two paths for renames and copies. Statuses
 * never start with the mark, so a path that does can't be mistaken for a commit.
 */
async function* readChanges(tokens: AsyncGenerator<string>, path: string): AsyncGenerator<FileChange> {
  let current: FileChange | undefined;
  for await (const token of tokens) {
    if (token.startsWith(commitMark)) {
      if (current) yield current;
      current = { commit: token.slice(commitMark.length), path };
      continue;
    }
    const first = (await tokens.next()).value;
    const second = /^\n?[RC]/.test(token) ? (await tokens.next()).value : undefined;
    if (!current || typeof first !== "string") continue;
    current = { ...current, path: pathOfLatin1(first) };
    if (typeof second === "string") {
      current = { ...current, path: pathOfLatin1(second), previousPath: pathOfLatin1(first) };
    }
  }
  if (current) yield current;
}

/**
 * Commits in a commit's history that changed a path, newest first, after `skip` of them. Follows a file's renames.
 * `complete` is false if the time limit ended the search.
 */
export async function fileHistory(
  dir: string,
  input: { commit: string; path: string; isFile: boolean; skip: number; count: number },
  signal: AbortSignal,
): Promise<{ changes: FileChange[]; complete: boolean }> {
  const { commit, path, isFile, skip, count } = input;
  // Without --follow, git doesn't count commits by what they changed, so `skip` is applied here.
  const shape = ["-z", `--format=%x01%H`, "--no-show-signature", ...(isFile ? ["--follow", "--name-status"] : [])];
  const args = ["log", ...shape, commit];
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  const { memoryBytes } = limits;
  const child = spawnGit(args, { cwd: dir, env: { GIT_DIR: dir }, paths: [path], memoryBytes, signal: limited });
  child.stdin?.end();
  const stderr = collectStderr(child);
  const ended = exitCode(child);
  const changes: FileChange[] = [];
  let seen = 0;
  for await (const change of readChanges(tokensOf(child.stdout), path)) {
    seen += 1;
    if (seen <= skip) continue;
    changes.push(change);
    if (changes.length < count) continue;
    killGit(child);
    return { changes, complete: true };
  }
  const code = await ended;
  signal.throwIfAborted();
  if (code !== 0 && !limited.aborted) throw new GitError(args, code, stderr());
  return { changes, complete: code === 0 };
}
