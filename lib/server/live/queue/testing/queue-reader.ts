import type { Clock } from "@/lib/core/clock";
import { parseSubscriptions } from "@/lib/model/live/subscription";
import { applyFrames, emptyQueue, type QueueState } from "@/lib/model/queue/queue-state";
import { readQueueFrame } from "@/lib/model/queue/read-frame";
import { liveStream } from "../../live-stream";
import { BrowserReader } from "../../testing/browser-reader";
import type { QueueBoard } from "../queue-board";

/** A browser that follows the queue, as its page does. */
export class QueueReader {
  readonly reader: BrowserReader;

  constructor(
    board: QueueBoard,
    private readonly clock: Clock,
    signal: AbortSignal,
    /** `queue` or `queue:<pool>`, with `@<id>` appended to continue after that. */
    subject = "queue",
    private readonly before: QueueState = emptyQueue,
  ) {
    const parsed = parseSubscriptions([subject]);
    if ("problem" in parsed) throw new Error(parsed.problem);
    this.reader = new BrowserReader(
      liveStream({
        subscriptions: parsed.subscriptions,
        view: (subscription, onReady) => {
          if (!("queue" in subscription)) throw new Error("unexpected subscription: only the queue is supported");
          return board.view(subscription.queue, onReady);
        },
        clock,
        signal: AbortSignal.any([signal]),
        isAllowed: async () => true,
      }),
    );
  }

  get state(): QueueState {
    const frames = this.reader.frames.flatMap((frame) => readQueueFrame(frame) ?? []);
    return applyFrames(this.before, frames, this.clock.now());
  }

  get ids(): string[] {
    return [...this.state.rows.keys()].sort();
  }

  /** The id to resume from: that of the last frame that has one. */
  get lastId(): string | undefined {
    return this.reader.frames.findLast(({ id }) => id !== undefined)?.id;
  }
}
