import { eventKey, type RunEvent } from "@/lib/model/live/protocol";

/** Minimum number of remembered events; the maximum is twice this. */
const minRemembered = 8_192;

/**
 * Where to resume a run's stream at the service without loss or repetition.
 *
 * Services differ in the order of events that share an id, and resume after the last event of an id. The point to resume
 * from is therefore the last id that another id has followed; events that are sent again are recognized by id and kind.
 */
export class StreamResumePoint {
  #complete: string | undefined;
  #current: string | undefined;
  #seen = new Set<string>();
  /** Previous generation of seen events, because deleting set members one by one is slow. */
  #seenBefore = new Set<string>();

  /** The `Last-Event-ID` to reconnect with. */
  get lastEventId(): string | undefined {
    return this.#complete;
  }

  /** True for an event not seen before. Events without an id are always new. */
  accept({ id, event }: RunEvent): boolean {
    if (id === undefined) return true;
    const key = eventKey(id, event);
    if (this.#seen.has(key) || this.#seenBefore.has(key)) return false;
    if (this.#seen.size >= minRemembered) {
      this.#seenBefore = this.#seen;
      this.#seen = new Set();
    }
    this.#seen.add(key);
    if (id !== this.#current) {
      this.#complete = this.#current ?? this.#complete;
      this.#current = id;
    }
    return true;
  }

  /** Resets the state: the stream is read from the start. */
  restart(): void {
    this.#complete = undefined;
    this.#current = undefined;
    this.#seen.clear();
    this.#seenBefore.clear();
  }
}
