import type { Clock } from "@/lib/core/clock";
import { endsInHighSurrogate, plainText, splitText } from "@/lib/core/plain-text";
import type { RunFrame } from "../run/run-spec";
import type { FrameMasker } from "./frame-masker";

const maxWaitMs = 50;
const maxDeltaLength = 4_096;
/** If more bytes are waiting, the agent's output isn't read. */
const highWater = 1_048_576;

/** Text that can still grow. One kind of delta at a time. */
export type Delta =
  | { kind: "assistant" }
  | { kind: "thinking" }
  | { kind: "shell"; callId: string; stream: "stdout" | "stderr" }
  /** Text of the subagent that a call started. */
  | { kind: "nested"; type: "text-delta" | "thinking-delta"; callId: string; modelCallId: string };

function update(data: Record<string, unknown>): RunFrame {
  return { event: "interaction_update", data };
}

function framesOf(delta: Delta, text: string): RunFrame[] {
  switch (delta.kind) {
    case "assistant":
      return [{ event: "assistant", data: { text } }, update({ type: "text-delta", text })];
    case "thinking":
      return [{ event: "thinking", data: { text } }, update({ type: "thinking-delta", text })];
    case "shell":
      return [
        update({
          type: "shell-output-delta",
          callId: delta.callId,
          event: { case: delta.stream, value: { data: text } },
        }),
      ];
    case "nested": {
      const { type, callId, modelCallId } = delta;
      return [update({ type: "tool-call-delta", callId, modelCallId, taskUpdate: { type, text } })];
    }
  }
}

/** The text that a delta continues. */
function channelOf(delta: Delta): string {
  if (delta.kind === "shell") return `shell ${delta.callId} ${delta.stream}`;
  return delta.kind === "nested" ? `nested ${delta.callId} ${delta.type}` : delta.kind;
}

/**
 * Orders frames, masks secrets, merges deltas, and records them one batch at a time. If a batch can't be recorded, the writer stops
 * permanently: `failed` aborts and `close` throws.
 */
export class FrameWriter {
  readonly #record: (frames: readonly RunFrame[]) => Promise<void>;
  readonly #clock: Clock;
  readonly #masker: FrameMasker;
  readonly #failed = new AbortController();
  #growing: { delta: Delta; text: string } | undefined;
  #cancelTimer: (() => void) | undefined;
  #queue: RunFrame[] = [];
  #waitingBytes = 0;
  #pump: Promise<void> | undefined;

  constructor(record: (frames: readonly RunFrame[]) => Promise<void>, clock: Clock, masker: FrameMasker) {
    this.#record = record;
    this.#clock = clock;
    this.#masker = masker;
  }

  /** Aborts if a batch couldn't be recorded. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  append(delta: Delta, text: string): void {
    if (text === "") return;
    if (this.#growing && channelOf(this.#growing.delta) !== channelOf(delta)) this.#flush(true);
    this.#growing ??= { delta, text: "" };
    this.#growing.text += text;
    if (this.#growing.text.length >= maxDeltaLength) this.#flush(false);
    else this.#cancelTimer ??= this.#clock.after(maxWaitMs, () => this.#flush(false));
  }

  write(...frames: readonly RunFrame[]): void {
    this.#flush(true);
    this.#enqueue(frames.map((frame) => this.#masker.frame(frame)));
  }

  /** Resolves once few enough bytes are waiting. */
  async ready(): Promise<void> {
    while (this.#waitingBytes > highWater && this.#pump && !this.failed.aborted) await this.#pump;
  }

  /** Resolves when all frames are recorded. */
  async close(): Promise<void> {
    this.#flush(true, true);
    await this.#pump;
    this.failed.throwIfAborted();
  }

  /** `whole`: keep nothing back. `final`: no text follows. */
  #flush(whole: boolean, final = false): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (!this.#growing) return;
    const { delta, text } = this.#growing;
    // The rest of the character or of the secret is probably at the start of the next delta.
    const heldLength = whole ? 0 : Math.max(this.#masker.openEnd(text), endsInHighSurrogate(text) ? 1 : 0);
    const held = text.slice(text.length - heldLength);
    this.#growing = held ? { delta, text: held } : undefined;
    const piece = plainText(text.slice(0, text.length - heldLength));
    const complete = this.#masker.piece(channelOf(delta), piece, { canGrow: whole && !final });
    if (complete === "") return;
    this.#enqueue(splitText(complete, maxDeltaLength).flatMap((part) => framesOf(delta, part)));
  }

  #enqueue(frames: readonly RunFrame[]): void {
    if (this.failed.aborted || frames.length === 0) return;
    this.#queue.push(...frames);
    this.#waitingBytes += sizeOf(frames);
    this.#pump ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Frames from one iteration of the event loop become one batch.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        await this.#record(batch);
      } catch (error) {
        this.#queue = [];
        this.#failed.abort(error);
      }
      this.#waitingBytes -= sizeOf(batch);
    }
    this.#pump = undefined;
  }
}

function sizeOf(frames: readonly RunFrame[]): number {
  return frames.reduce((size, frame) => size + JSON.stringify(frame.data).length, 0);
}
