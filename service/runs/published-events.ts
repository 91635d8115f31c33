import { formatFrame } from "../core/http/event-stream";
import type { StoredFrame } from "./append-events";
import type { RunRow } from "./run-body";

/** A run's status and the events after a sequence. */
export interface Reading {
  status: RunRow["status"];
  /** The events, formatted for sending; empty if there are none. */
  text: string;
  /** Sequence of the last event read, or the requested one if there are none. */
  last: number;
  /** Whether the run's last event, `done`, is included. */
  done: boolean;
  /** Whether more events may already be stored. */
  more: boolean;
}

/** Characters of the events kept per run with readers. */
const maxKept = 512 * 1024;
/** Characters after which a reading doesn't get longer. */
const maxReading = 128 * 1024;

interface Batch {
  status: RunRow["status"];
  text: string;
  last: number;
  done: boolean;
}

/** The newest events of a run that this service stored, in batches. */
export class PublishedEvents {
  /** By the sequence that they start after. */
  readonly #batches = new Map<number, Batch>();
  #size = 0;

  /** Adds frames that were stored together. */
  add(status: RunRow["status"], frames: readonly StoredFrame[]): void {
    const [first] = frames;
    const last = frames.at(-1);
    if (!first || !last) return;
    const text = frames.map(formatFrame).join("");
    this.#delete(first.sequence - 1);
    this.#batches.set(first.sequence - 1, { status, text, last: last.sequence, done: last.event === "done" });
    this.#size += text.length;
    for (const after of this.#batches.keys()) {
      if (this.#size <= maxKept) return;
      this.#delete(after);
    }
  }

  #delete(after: number): void {
    this.#size -= this.#batches.get(after)?.text.length ?? 0;
    this.#batches.delete(after);
  }

  /** The events after a sequence that a batch starts after; undefined if they have to be read. */
  after(after: number): Omit<Reading, "more"> | undefined {
    let batch = this.#batches.get(after);
    if (!batch) return undefined;
    let text = "";
    for (let next: Batch | undefined = batch; next; next = this.#batches.get(next.last)) {
      if (text !== "" && text.length + next.text.length > maxReading) break;
      text += next.text;
      batch = next;
    }
    return { ...batch, text };
  }
}
