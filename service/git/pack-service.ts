import type { ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";
import { collectStderr, killGit, spawnGit } from "./run-git";
import type { PackService } from "./smart-http-request";

const uploadConfig = {
  "uploadpack.allowFilter": "true",
  "uploadpack.allowAnySHA1InWant": "false",
  "uploadpack.hideRefs": "refs/internal",
} as const;

/** Old histories hold these three flaws; refusing them would refuse honest repositories. */
const receiveConfig = {
  "transfer.fsckObjects": "true",
  "receive.fsck.badTimezone": "ignore",
  "receive.fsck.missingSpaceBeforeDate": "ignore",
  "receive.fsck.zeroPaddedFilemode": "ignore",
  "receive.advertisePushOptions": "true",
  "receive.autogc": "false",
  "receive.unpackLimit": "100",
  "receive.hideRefs": ["refs/pull", "refs/internal"],
} as const;

export interface PackProcess {
  child: ChildProcess;
  /** What git complained about so far. */
  stderr(): string;
  /** Resolves with the exit code once git has ended. */
  ended: Promise<number>;
}

/** Negotiation of a fetch lists commits, not contents. */
const maxFetchRequestBytes = 32 * 1024 * 1024;
/** Room for the commands that precede a pack. */
const pushCommandBytes = 16 * 1024 * 1024;

/** How much a client may send to a service. */
export function longestInput(service: PackService, maxPushBytes: number): number {
  return service === "git-receive-pack" ? maxPushBytes + pushCommandBytes : maxFetchRequestBytes;
}

const modeFlags = {
  /** One request of the stateless protocol: what the repository has. */
  advertise: ["--stateless-rpc", "--advertise-refs"],
  /** One request of the stateless protocol. */
  stateless: ["--stateless-rpc"],
  /** All of it over one connection. */
  conversation: [],
} as const;

/** Starts one of the pack services on a repository. */
export function startPackService(
  service: PackService,
  options: {
    dir: string;
    mode: keyof typeof modeFlags;
    protocol: string | undefined;
    hooksDir: string;
    maxPushBytes: number;
  },
): PackProcess {
  const receives = service === "git-receive-pack";
  const child = spawnGit([service.slice("git-".length), ...modeFlags[options.mode], options.dir], {
    cwd: options.dir,
    env: options.protocol ? { GIT_PROTOCOL: options.protocol } : {},
    config: receives
      ? { ...receiveConfig, "receive.maxInputSize": String(options.maxPushBytes), "core.hooksPath": options.hooksDir }
      : uploadConfig,
    stdio:
      receives && options.mode !== "advertise" ? ["pipe", "pipe", "pipe", "pipe", "pipe"] : ["pipe", "pipe", "pipe"],
  });
  // Git may end before it has read everything; its exit code and answer say why.
  child.stdin?.on("error", () => undefined);
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? -1));
  });
  // Callers that await it receive the error. Others don't have to handle it.
  ended.catch(() => undefined);
  return { child, stderr: collectStderr(child), ended };
}

/** The request body outgrew its cap. */
export class BodyTooLarge extends Error {}

function writableAgain(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
  });
}

/**
 * Passes a request body on to git at git's own pace. When git ends early the rest is read and dropped, because a client
 * that is still sending does not read the answer.
 */
export async function feedGit({ child }: PackProcess, body: AsyncIterable<unknown>, maxBytes: number): Promise<void> {
  const { stdin } = child;
  if (!stdin) throw new Error("git was started without an input");
  let size = 0;
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk) && !(chunk instanceof Uint8Array)) throw new Error("the request body holds no bytes");
      size += chunk.length;
      if (size > maxBytes) throw new BodyTooLarge();
      if (!stdin.destroyed && stdin.writable && !stdin.write(chunk)) await writableAgain(stdin);
    }
    stdin.end();
  } catch (error) {
    stdin.destroy();
    throw error;
  }
}

/**
 * Git's answer as a response body with backpressure. Resolves once there is a first byte or git has ended, so that a
 * failure can still become a status. When the client goes away `onHangUp` decides what happens to git.
 */
export async function answerOf(
  { child }: PackProcess,
  prefix: string,
  onHangUp: "kill" | "finish",
): Promise<{ empty: boolean; body: ReadableStream<Uint8Array> }> {
  const { stdout } = child;
  if (!stdout) throw new Error("git was started without an output");
  const chunks: AsyncIterator<unknown> = stdout[Symbol.asyncIterator]();
  let ahead: IteratorResult<unknown> | undefined = await chunks.next();
  const empty = ahead.done === true;
  let prefixed = prefix === "";
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!prefixed) {
        prefixed = true;
        controller.enqueue(Buffer.from(prefix));
        return;
      }
      const next = ahead ?? (await chunks.next());
      ahead = undefined;
      if (next.done) controller.close();
      else if (next.value instanceof Uint8Array) controller.enqueue(next.value);
    },
    async cancel() {
      if (onHangUp === "kill") {
        killGit(child);
        await chunks.return?.();
        return;
      }
      while (!(await chunks.next()).done);
    },
  });
  return { empty, body };
}
