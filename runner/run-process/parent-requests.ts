import { z } from "zod";
import type { OutsideRemote } from "@/git/remote";
import { Answer } from "@/lib/contract/agents/question";
import { framesPerMessage, targetMessageBytes, unacknowledgedBytes } from "@/lib/contract/worker-protocol/limits";
import { AgentGitResponse, McpTokenResponse } from "@/lib/contract/worker-protocol/run-parts";
import { RunFailure } from "../limits/run-failure";
import type { RunFrame } from "../run/run-spec";
import { type FromRun, maxUnstoredRequests, type RunRequest, type ToRun } from "./messages";

type Reply = Extract<ToRun, { type: "reply" }>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Splits frames into messages of about {@link targetMessageBytes}; a larger frame is alone. */
function batchesOf(frames: readonly RunFrame[]): { frames: RunFrame[]; bytes: number }[] {
  const batches: { frames: RunFrame[]; bytes: number }[] = [];
  for (const frame of frames) {
    const bytes = JSON.stringify(frame.data)?.length ?? 0;
    const last = batches.at(-1);
    if (last && last.bytes + bytes <= targetMessageBytes && last.frames.length < framesPerMessage) {
      last.frames.push(frame);
      last.bytes += bytes;
    } else batches.push({ frames: [frame], bytes });
  }
  return batches;
}

/** The requests of a run's process to the process that started it. */
export class ParentRequests {
  readonly #send: (message: FromRun) => void;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #closed: Error | undefined;
  /** Bytes of frames that aren't known to be stored. */
  #unstoredBytes = 0;
  #unstored = new Set<Promise<void>>();
  #recordFailure: Error | undefined;

  constructor(send: (message: FromRun) => void) {
    this.#send = send;
  }

  /** Rejects all requests, now and later. */
  close(error: Error): void {
    this.#closed ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  replied({ id, value, failure }: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!failure) waiting?.resolve(value);
    else
      waiting?.reject(
        failure.code === undefined ? new Error(failure.message) : new RunFailure(failure.code, failure.message),
      );
  }

  /** Resolves when the frames are sent and few of those sent aren't stored. Rejects once a frame couldn't be stored. */
  async record(frames: readonly RunFrame[]): Promise<void> {
    for (const batch of batchesOf(frames)) {
      while (this.#unstored.size >= maxUnstoredRequests) await Promise.race(this.#unstored);
      if (this.#recordFailure) throw this.#recordFailure;
      this.#unstoredBytes += batch.bytes;
      const stored = this.#request({ kind: "record", frames: batch.frames }, z.unknown()).then(
        () => undefined,
        (error: Error) => {
          this.#recordFailure ??= error;
        },
      );
      this.#unstored.add(stored);
      void stored.then(() => {
        this.#unstored.delete(stored);
        this.#unstoredBytes -= batch.bytes;
      });
    }
    while (this.#unstoredBytes > unacknowledgedBytes) await Promise.race(this.#unstored);
    if (this.#recordFailure) throw this.#recordFailure;
  }

  /** Resolves when all frames are stored. Rejects if one couldn't be. */
  async recorded(): Promise<void> {
    await Promise.all(this.#unstored);
    if (this.#recordFailure) throw this.#recordFailure;
  }

  async started(): Promise<void> {
    await this.#request({ kind: "started" }, z.unknown());
  }

  gitCredential(): Promise<z.output<typeof AgentGitResponse>> {
    return this.#request({ kind: "git-credential" }, AgentGitResponse);
  }

  agentGitCredential(): Promise<z.output<typeof AgentGitResponse>> {
    return this.#request({ kind: "agent-git-credential" }, AgentGitResponse);
  }

  outsideRemote(cloneUrl: string): Promise<OutsideRemote | undefined> {
    return this.#request({ kind: "outside-remote", cloneUrl }, z.custom<OutsideRemote>().optional());
  }

  async mcpToken(server: string, rejected?: string): Promise<string> {
    const request = { kind: "mcp-token" as const, server, ...(rejected === undefined ? {} : { rejected }) };
    return (await this.#request(request, McpTokenResponse)).token;
  }

  /** Rejects with the signal's reason if it aborts first. */
  answerTo(questionId: string, signal: AbortSignal): Promise<Answer> {
    return this.#request({ kind: "answer", questionId }, Answer, signal);
  }

  async #request<S extends z.ZodType>(request: RunRequest, response: S, signal?: AbortSignal): Promise<z.output<S>> {
    signal?.throwIfAborted();
    if (this.#closed) throw this.#closed;
    const id = this.#next;
    this.#next += 1;
    const value = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const abandon = () => {
        if (!this.#waiting.delete(id)) return;
        this.#send({ type: "abandon", id });
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abandon, { once: true });
    });
    this.#send({ type: "request", id, request });
    return response.parse(await value);
  }
}
