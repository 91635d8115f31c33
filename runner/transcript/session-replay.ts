import type { Clock } from "@/lib/core/clock";
import { RecentMap } from "@/lib/core/recent-map";
import type { SessionUpdate } from "./session-update";
import { callKey } from "./tracked-call";

/** A replay without updates for this long has ended. */
const quietMs = 300;
const maxMs = 10_000;
const maxCalls = 10_000;

const pause = (clock: Clock, ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

/** The earlier turns that an agent sends again when it loads a session, some after its response to the request. */
export class SessionReplay {
  readonly #calls = new RecentMap<string, true>(maxCalls);
  #count = 0;

  add(update: SessionUpdate): void {
    this.#count += 1;
    if ("toolCallId" in update && typeof update.toolCallId === "string")
      this.#calls.set(callKey(update.toolCallId), true);
  }

  /** True for a later update of a call that was replayed. */
  includes(update: SessionUpdate): boolean {
    return (
      "toolCallId" in update && typeof update.toolCallId === "string" && this.#calls.has(callKey(update.toolCallId))
    );
  }

  /** Resolves when no more updates arrive. */
  async ended(clock: Clock): Promise<void> {
    const startedAt = clock.now();
    for (let before = -1; before !== this.#count && clock.now() - startedAt < maxMs; ) {
      before = this.#count;
      await pause(clock, quietMs);
    }
  }
}
