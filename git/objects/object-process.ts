import type { ChildProcess } from "node:child_process";
import { collectStderr, GitError, spawnGit } from "../run-git";

export const objectTypes = ["blob", "tree", "commit", "tag"] as const;
export type ObjectType = (typeof objectTypes)[number];

export interface ObjectInfo {
  type: ObjectType;
  /** Decoded bytes. */
  size: number;
}

export interface ObjectContent extends ObjectInfo {
  content: Buffer;
}

interface Request {
  kind: "info" | "contents";
  /** Larger contents are dropped as they arrive. */
  maxBytes: number;
  resolve(response: (ObjectInfo & { content?: Buffer }) | undefined): void;
  reject(error: Error): void;
}

const typeOf = (text: string | undefined): ObjectType | undefined => objectTypes.find((type) => type === text);
const args = ["cat-file", "--batch-command"] as const;
const newline = 0x0a;

/** A running `git cat-file --batch-command`. Requests can overlap; responses are in order. */
export interface ObjectProcess {
  info(id: string): Promise<ObjectInfo | undefined>;
  contents(id: string): Promise<ObjectContent | undefined>;
  /** Like `contents`, but without the content if it is larger than `maxBytes`. */
  contentsUpTo(id: string, maxBytes: number): Promise<(ObjectInfo & { content?: Buffer }) | undefined>;
  /** Number of pending requests. */
  waiting(): number;
  /** False after git has exited. */
  alive(): boolean;
  close(): void;
}

/** Bytes git has printed that haven't been read, joined only when needed. */
function createIntake() {
  let chunks: Buffer[] = [];
  let size = 0;
  const joined = () => {
    if (chunks.length > 1) chunks = [Buffer.concat(chunks, size)];
    return chunks[0] ?? Buffer.alloc(0);
  };
  function take(bytes: number): Buffer {
    const all = joined();
    const rest = all.subarray(bytes);
    chunks = rest.length > 0 ? [rest] : [];
    size = rest.length;
    return all.subarray(0, bytes);
  }
  return {
    add(chunk: Buffer) {
      chunks.push(chunk);
      size += chunk.length;
    },
    size: () => size,
    take,
    takeLine(): string | undefined {
      const end = joined().indexOf(newline);
      if (end < 0) return undefined;
      return take(end + 1)
        .subarray(0, end)
        .toString("utf8");
    },
  };
}

/**
 * Starts the process for a repository. Ids must be complete object ids, because other input could be read as two requests
 * and shift all later responses. `env` can set other object directories.
 */
export function startObjectProcess(dir: string, env: Readonly<Record<string, string>> = {}): ObjectProcess {
  const child: ChildProcess = spawnGit(args, { cwd: dir, env: { GIT_DIR: dir, ...env } });
  const stderr = collectStderr(child);
  const intake = createIntake();
  const requests: Request[] = [];
  let head: ObjectInfo | undefined;
  /** Bytes of the current object that were read and dropped. */
  let dropped = 0;
  let ended = false;

  function fail(code: number, message: string): void {
    ended = true;
    for (const { reject } of requests.splice(0)) reject(new GitError(args, code, message));
  }

  function resolveNext(): boolean {
    const request = requests[0];
    if (!request) return false;
    if (!head) {
      const line = intake.takeLine();
      if (line === undefined) return false;
      const [, name, size] = line.split(" ");
      const type = typeOf(name);
      if (!type) {
        requests.shift()?.resolve(undefined);
        return true;
      }
      head = { type, size: Number(size) };
    }
    if (request.kind === "contents" && head.size > request.maxBytes) {
      dropped += intake.take(Math.min(intake.size(), head.size + 1 - dropped)).length;
      if (dropped <= head.size) return false;
      requests.shift()?.resolve(head);
      dropped = 0;
      head = undefined;
      return true;
    }
    if (request.kind === "contents" && intake.size() < head.size + 1) return false;
    const content = request.kind === "contents" ? intake.take(head.size + 1).subarray(0, head.size) : undefined;
    const info = head;
    head = undefined;
    requests.shift()?.resolve(content ? { ...info, content } : info);
    return true;
  }

  child.stdout?.on("data", (chunk: Buffer) => {
    intake.add(chunk);
    while (resolveNext());
  });
  child.stdin?.on("error", () => undefined);
  child.once("error", (error) => fail(-1, error.message));
  child.once("close", (code) => fail(code ?? -1, stderr()));

  function send(
    kind: Request["kind"],
    id: string,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<(ObjectInfo & { content?: Buffer }) | undefined> {
    return new Promise((resolve, reject) => {
      if (ended) return reject(new GitError(args, -1, "git has exited"));
      requests.push({ kind, maxBytes, resolve, reject });
      child.stdin?.write(`${kind} ${id}\n`);
    });
  }

  return {
    info: (id) => send("info", id),
    async contents(id) {
      const found = await send("contents", id);
      return found?.content && { type: found.type, size: found.size, content: found.content };
    },
    contentsUpTo: (id, maxBytes) => send("contents", id, maxBytes),
    waiting: () => requests.length,
    alive: () => !ended,
    close: () => void child.stdin?.end(),
  };
}
