import type { QueueHealth } from "@/lib/model/queue/queue-health";
import { frameText, type Piece, stateText } from "../protocol";
import type { QueueBoard } from "./queue-board";
import type { QueueFeed } from "./queue-feed";

/** One browser's place in the queue: a list first, unless it has one that the log goes on from, then what changes. */
export class QueueViewer {
  #sequence: number | undefined;
  #told = false;
  #health: QueueHealth | undefined;
  readonly #unlisten: () => void;

  constructor(
    private readonly board: QueueBoard,
    private readonly feed: QueueFeed,
    after: string | undefined,
    onReady: () => void,
    private readonly onClose: () => void,
  ) {
    this.#sequence = after === undefined ? undefined : feed.placeAfter(after);
    this.#unlisten = board.listen(onReady);
  }

  /** The next piece to send, or `undefined` when there is nothing now. */
  take(): Piece | undefined {
    const { board, feed } = this;
    if (!board.known) return undefined;
    if (!this.#told) {
      this.#told = true;
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
