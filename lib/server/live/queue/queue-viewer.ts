import type { Clock } from "@/lib/core/clock";
import type { QueueRows } from "@/lib/model/queue/queue-changes";
import type { QueueHealth } from "@/lib/model/queue/queue-health";
import { frameText, type Piece, stateText } from "../frames";
import type { QueueFeed } from "./queue-feed";

/** The current queue a viewer reads. */
interface QueueSnapshot {
  /** False until the first read. */
  readonly known: boolean;
  readonly rows: QueueRows;
  readonly health: QueueHealth;
  readonly parts: { clock: Clock };
  /** Calls the listener after each change. Returns an unsubscribe function. */
  listen(listener: () => void): () => void;
}

/** One browser's position in the queue: sends the full list, unless the browser can resume, and then changes. */
export class QueueViewer {
  #sequence: number | undefined;
  #hasSentState = false;
  #health: QueueHealth | undefined;
  readonly #unlisten: () => void;

  constructor(
    private readonly board: QueueSnapshot,
    private readonly feed: QueueFeed,
    after: string | undefined,
    onReady: () => void,
    private readonly onClose: () => void,
  ) {
    this.#sequence = after === undefined ? undefined : feed.placeAfter(after);
    this.#unlisten = board.listen(onReady);
  }

  /** The next message to send, or `undefined` if there is none. */
  take(): Piece | undefined {
    const { board, feed } = this;
    if (!board.known) return undefined;
    if (!this.#hasSentState) {
      this.#hasSentState = true;
      return stateText(feed.subject, { state: "live" });
    }
    const now = board.parts.clock.now();
    if (board.health !== this.#health) {
      this.#health = board.health;
      const data = JSON.stringify({ health: board.health, nowMs: now });
      return frameText(feed.subject, { id: undefined, event: "health", data });
    }
    if (this.#sequence === undefined || this.#sequence < feed.log.first) {
      this.#sequence = feed.log.end;
      return feed.list(board.rows, now);
    }
    const frame = feed.log.at(this.#sequence);
    if (frame) this.#sequence += 1;
    return frame?.piece;
  }

  close(): void {
    this.#unlisten();
    this.onClose();
  }
}
