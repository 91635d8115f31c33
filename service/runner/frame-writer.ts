import type { Clock } from "@/lib/core/clock";
import { endsInHighSurrogate, plainText, splitText } from "./plain-text";
import type { RunFrame } from "./run-spec";
import { SecretValues } from "./secret-values";

const maxWaitMs = 50;
const maxDeltaLength = 4_096;
/** If more bytes are waiting, the agent's output isn't read. */
const highWater = 1_048_576;

/** Text that can still grow. One kind of delta at a time. */
export type Delta =
  | { kind: "assistant" }
  | { kind: "thinking" }
  | { kind: "shell"; callId: string; stream: "stdout" | "stderr" };

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
  }
}

function sameDelta(one: Delta, other: Delta): boolean {
  if (one.kind !== "shell" || other.kind !== "shell") return one.kind === other.kind;
  return one.callId === other.callId && one.stream === other.stream;
}

/**
 * Orders frames, merges deltas, and records them one batch at a time. If a batch can't be recorded, the writer stops
 * permanently: `failed` aborts and `close` throws.
 */
export class FrameWriter {
  readonly #record: (frames: readonly RunFrame[]) => Promise<void>;
  readonly #clock: Clock;
  readonly #secrets: SecretValues;
  readonly #failed = new AbortController();
  #growing: { delta: Delta; text: string } | undefined;
  #cancelTimer: (() => void) | undefined;
  #queue: RunFrame[] = [];
  #waitingBytes = 0;
  #pump: Promise<void> | undefined;

  constructor(
    record: (frames: readonly RunFrame[]) => Promise<void>,
    clock: Clock,
    secrets: SecretValues = new SecretValues(),
  ) {
    this.#record = record;
    this.#clock = clock;
    this.#secrets = secrets;
  }

  /** Aborts if a batch couldn't be recorded. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  append(delta: Delta, text: string): void {
    if (text === "") return;
    if (this.#growing && !sameDelta(this.#growing.delta, delta)) this.#flush(true);
    this.#growing ??= { delta, text: "" };
    this.#growing.text += text;
    if (this.#growing.text.length >= maxDeltaLength) this.#flush(false);
    else this.#cancelTimer ??= this.#clock.after(maxWaitMs, () => this.#flush(false));
  }

  write(...frames: readonly RunFrame[]): void {
    this.#flush(true);
    this.#enqueue(frames);
  }

  /** Resolves once few enough bytes are waiting. */
  async ready(): Promise<void> {
    while (this.#waitingBytes > highWater && this.#pump && !this.failed.aborted) await this.#pump;
  }

  /** Resolves when all frames are recorded. */
  async close(): Promise<void> {
    this.#flush(true);
    await this.#pump;
    this.failed.throwIfAborted();
  }

  #flush(whole: boolean): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (!this.#growing) return;
    const { delta } = this.#growing;
    const text = this.#secrets.mask(this.#growing.text);
    // The other half of the character, or of a secret, is probably at the start of the next delta.
    const heldLength = whole ? 0 : Math.max(endsInHighSurrogate(text) ? 1 : 0, this.#secrets.openLength(text));
    const held = text.slice(text.length - heldLength);
    this.#growing = held ? { delta, text: held } : undefined;
    const complete = plainText(text.slice(0, text.length - held.length));
    if (complete === "") return;
    this.#enqueue(splitText(complete, maxDeltaLength).flatMap((piece) => framesOf(delta, piece)));
  }

  #enqueue(frames: readonly RunFrame[]): void {
    if (this.failed.aborted || frames.length === 0) return;
    const masked = frames.map(({ event, data }) => ({ event, data: this.#secrets.maskDeep(data) }));
    this.#queue.push(...masked);
    this.#waitingBytes += sizeOf(masked);
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
