import type { RunEvent } from "./protocol";

const simplified: ReadonlySet<string> = new Set(["assistant", "thinking", "tool_call"]);
/** Events known at least; at most twice as many. */
const remembered = 8_192;

/** Tells an event with an id from every other of its run. */
export function eventKey(id: string, event: string): string {
  return `${simplified.has(event) ? "simplified" : event} ${id}`;
}

/**
 * Where to go on after a break, with nothing lost and nothing twice.
 *
 * An event and its mirror may share an id, and a service goes on after the last event of an id. So the point to resume
 * from is the last id that another has followed; events sent again are known by id and kind.
 */
export class ResumePoint {
  #complete: string | undefined;
  #current: string | undefined;
  #seen = new Set<string>();
  /** What was seen before that: dropping members one by one from the front of a set is slow. */
  #seenBefore = new Set<string>();

  constructor(after?: string) {
    this.#complete = after;
  }

  /** The `Last-Event-ID` to reconnect with. */
  get lastEventId(): string | undefined {
    return this.#complete;
  }

  /** True for an event not seen before. Events without an id are always new. */
  accept({ id, event }: RunEvent): boolean {
    if (id === undefined) return true;
    const key = eventKey(id, event);
    if (this.#seen.has(key) || this.#seenBefore.has(key)) return false;
    if (this.#seen.size >= remembered) {
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

  /** Forgets everything: the stream is read from its beginning. */
  restart(): void {
    this.#complete = undefined;
    this.#current = undefined;
    this.#seen.clear();
    this.#seenBefore.clear();
  }
}
