import { changesForPool, type QueueChanges, type QueueRows } from "@/lib/model/queue/queue-changes";
import type { QueueFrame } from "@/lib/model/queue/queue-state";
import { FrameLog } from "../frame-log";
import { frameBytes } from "../frames";

const bounds = { frames: 2_000, size: 4 * 1024 * 1024 };

/** What viewers of one pool, or of all, are sent: changes in a log that all of them read, and the whole on request. */
export class QueueFeed {
  log = new FrameLog(bounds);
  #list: { end: number; bytes: Uint8Array } | undefined;

  constructor(
    readonly subject: string,
    private readonly pool: string | undefined,
    /** Tells the ids of this feed from those of all others. */
    private readonly epoch: string,
  ) {}

  append(changes: QueueChanges): void {
    const data = this.pool === undefined ? changes : changesForPool(changes, this.pool);
    if (data.put.length === 0 && data.gone.length === 0) return;
    const id = this.#idAt(this.log.end);
    this.log.append({ id, piece: this.#bytes({ event: "change", data }, id) });
  }

  /** Everything, for viewers whose place is not in the log; they go on at the log's end. */
  list(rows: QueueRows, nowMs: number): Uint8Array {
    const { end } = this.log;
    if (this.#list?.end === end) return this.#list.bytes;
    const seen = [...rows.values()].filter(({ pool }) => this.pool === undefined || pool === this.pool);
    const bytes = this.#bytes({ event: "list", data: { rows: seen, nowMs } }, this.#idAt(end - 1));
    this.#list = { end, bytes };
    return bytes;
  }

  /** Where a viewer goes on that has everything up to `id`; `undefined` when that is not known here. */
  placeAfter(id: string): number | undefined {
    const at = id === this.#idAt(this.log.end - 1) ? this.log.end - 1 : this.log.lastOf(id);
    return at === undefined ? undefined : at + 1;
  }

  #idAt(sequence: number): string {
    return `${this.epoch}.${sequence}`;
  }

  #bytes({ event, data }: QueueFrame, id: string): Uint8Array {
    return frameBytes(this.subject, { id, event, data: JSON.stringify(data) });
  }
}
