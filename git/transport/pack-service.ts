import type { ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";
import type { Clock } from "@/lib/core/clock";
import { discardRest } from "@/lib/core/http/request-body";
import { exitCode } from "@/lib/core/process/exit-code";
import { collectStderr, killGit, spawnGit } from "../run-git";
import { ClientTimeout } from "./client-timeouts";
import { lowerPriority } from "./lower-priority";
import type { PackService } from "./smart-http-request";

const uploadConfig = {
  "uploadpack.allowFilter": "true",
  "uploadpack.allowAnySHA1InWant": "false",
  "uploadpack.hideRefs": "refs/internal",
  // One clone uses at most one core.
  "pack.threads": "1",
} as const;

/** Old histories contain these three flaws, so they are accepted. */
const receiveConfig = {
  "transfer.fsckObjects": "true",
  "receive.fsck.badTimezone": "ignore",
  "receive.fsck.missingSpaceBeforeDate": "ignore",
  "receive.fsck.zeroPaddedFilemode": "ignore",
  "receive.advertisePushOptions": "true",
  "receive.autogc": "false",
  "receive.unpackLimit": "100",
  // Git rejects other references one by one, so that `git push --mirror` still pushes branches and tags.
  "receive.hideRefs": ["refs", "!refs/heads", "!refs/tags"],
} as const;

/**
 * Git holds each pushed commit, tag and tree in memory as a whole. Their limits are checked when it has read them. Besides, it
 * needs about 140 bytes for each object: this is enough for ten million, such as Linux.
 */
const receiveMemoryBytes = 2 * 1024 ** 3;

export interface PackProcess {
  child: ChildProcess;
  /** Git's stderr so far. */
  stderr(): string;
  /** Resolves with git's exit code. */
  ended: Promise<number>;
  /**
   * Stops git for a reason that is shown to the client. For a push, only git's input is closed, so that git cleans up;
   * a fully received push is completed.
   */
  stop(reason: string): void;
  /** Why git was stopped. */
  stopReason(): string | undefined;
}

/** Negotiation of a fetch lists commits, not contents. */
const maxFetchRequestBytes = 32 * 1024 * 1024;
/** Allowance for the commands before a pack. */
const pushCommandBytes = 16 * 1024 * 1024;

/** Maximum input of a service. */
export function maxInputBytes(service: PackService, maxPushBytes: number): number {
  return service === "git-receive-pack" ? maxPushBytes + pushCommandBytes : maxFetchRequestBytes;
}

const modeFlags = {
  /** Reference advertisement of the stateless protocol. */
  advertise: ["--stateless-rpc", "--advertise-refs"],
  /** One request of the stateless protocol. */
  stateless: ["--stateless-rpc"],
  /** The whole protocol over one connection. */
  conversation: [],
} as const;

/**
 * Niceness of packing for clients relative to the service, so that a few clones don't slow down all calls. Where sessions
 * share processor time, those of runs aren't nice, so the same distance from runs is 10.
 */
const packNiceness = { process: 15, session: 10 };

/** Starts one of the pack services on a repository. */
export function startPackService(
  service: PackService,
  options: {
    dir: string;
    mode: keyof typeof modeFlags;
    protocol: string | undefined;
    hooksDir: string;
    maxPushBytes: number;
    /** Run at a lower priority than the service. */
    background?: boolean;
  },
): PackProcess {
  const receives = service === "git-receive-pack";
  const child = spawnGit([service.slice("git-".length), ...modeFlags[options.mode], options.dir], {
    cwd: options.dir,
    env: options.protocol ? { GIT_PROTOCOL: options.protocol } : {},
    config: receives
      ? { ...receiveConfig, "receive.maxInputSize": String(options.maxPushBytes), "core.hooksPath": options.hooksDir }
      : uploadConfig,
    ...(receives && options.mode !== "advertise" ? { memoryBytes: receiveMemoryBytes } : {}),
    stdio:
      receives && options.mode !== "advertise" ? ["pipe", "pipe", "pipe", "pipe", "pipe"] : ["pipe", "pipe", "pipe"],
  });
  if (options.background) lowerPriority(child, packNiceness);
  // Git can exit before reading all input. Its exit code and output contain the reason.
  child.stdin?.on("error", () => undefined);
  const ended = exitCode(child);
  let reason: string | undefined;
  return {
    child,
    stderr: collectStderr(child),
    ended,
    stop(cause) {
      reason ??= cause;
      if (receives) child.stdin?.destroy();
      else killGit(child);
    },
    stopReason: () => reason,
  };
}

/** The request body exceeds its limit. */
export class BodyTooLarge extends Error {}

function waitForDrain(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
  });
}

/**
 * Streams a request body to git with backpressure. If git exits early, the rest is read and dropped, because a client
 * doesn't read the response while sending.
 */
export async function feedGit({ child }: PackProcess, body: AsyncIterable<unknown>, maxBytes: number): Promise<void> {
  const { stdin } = child;
  if (!stdin) throw new Error("git has no stdin");
  const chunks = body[Symbol.asyncIterator]();
  let size = 0;
  try {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      const chunk = next.value;
      if (!Buffer.isBuffer(chunk) && !(chunk instanceof Uint8Array)) throw new Error("the request body isn't binary");
      size += chunk.length;
      if (size > maxBytes) {
        // Git's input stays open meanwhile, so that git doesn't respond first.
        await discardRest(() => chunks.next()).catch(() => undefined);
        throw new BodyTooLarge();
      }
      if (!stdin.destroyed && stdin.writable && !stdin.write(chunk)) await waitForDrain(stdin);
    }
    stdin.end();
  } catch (error) {
    stdin.destroy();
    // Not awaited, because it waits for a pending read.
    void chunks.return?.().then(undefined, () => undefined);
    throw error;
  }
}

/**
 * Git's output as a response body with backpressure. Resolves at the first byte or when git exits, so a failure can still
 * set the status. If the client disconnects, or reads nothing for `idleMs`, git is killed or completes without it.
 */
export async function readOutput(
  git: PackProcess,
  prefix: string,
  options: { onHangUp: "kill" | "finish"; idleMs: number; clock: Clock },
): Promise<{ empty: boolean; body: ReadableStream<Uint8Array> }> {
  const { child } = git;
  const { onHangUp, idleMs, clock } = options;
  const { stdout } = child;
  if (!stdout) throw new Error("git has no stdout");
  const chunks: AsyncIterator<unknown> = stdout[Symbol.asyncIterator]();
  let ahead: IteratorResult<unknown> | undefined = await chunks.next();
  const empty = ahead.done === true;
  let prefixed = prefix === "";
  let stopIdle = () => {};
  async function hangUp() {
    if (onHangUp === "kill") {
      killGit(child);
      await chunks.return?.();
      return;
    }
    while (!(await chunks.next()).done);
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      stopIdle();
      const send = (chunk: Uint8Array) => {
        controller.enqueue(chunk);
        stopIdle = clock.after(idleMs, () => {
          const reason = `The client hasn't read for ${idleMs / 1000} seconds`;
          git.stop(reason);
          controller.error(new ClientTimeout(reason));
          hangUp().catch(() => undefined);
        });
      };
      if (!prefixed) {
        prefixed = true;
        return send(Buffer.from(prefix));
      }
      const next = ahead ?? (await chunks.next());
      ahead = undefined;
      const reason = git.stopReason();
      if (next.done && reason !== undefined) controller.error(new ClientTimeout(reason));
      else if (next.done) controller.close();
      else if (next.value instanceof Uint8Array) send(next.value);
    },
    async cancel() {
      stopIdle();
      await hangUp();
    },
  });
  return { empty, body };
}
