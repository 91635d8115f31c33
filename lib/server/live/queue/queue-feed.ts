import { changesForPool, type QueueChanges, type QueueRows } from "@/lib/model/queue/queue-changes";
import type { QueueFrame } from "@/lib/model/queue/queue-state";
import { FrameLog } from "../frame-log";
import { frameBytes } from "../frames";

const bounds = { frames: 2_000, size: 4 * 1024 * 1024 };

/** Serves viewers of one pool or of all pools: changes from a shared log, and full snapshots when needed. */
export class QueueFeed {
  log = new FrameLog(bounds);
  #list: { end: number; bytes: Uint8Array } | undefined;

  constructor(
    readonly subject: string,
    private readonly pool: string | undefined,
    /** Distinguishes this feed's ids from those of other feeds. */
    private readonly epoch: string,
  ) {}

  append(changes: QueueChanges): void {
    const data = this.pool === undefined ? changes : changesForPool(changes, this.pool);
    if (data.put.length === 0 && data.gone.length === 0) return;
    const id = this.#idAt(this.log.end);
    this.log.append({ id, piece: this.#bytes({ event: "change", data }, id) });
  }

  /** A full snapshot for viewers whose position isn't in the log. They continue at the end of the log. */
  list(rows: QueueRows, nowMs: number): Uint8Array {
    const { end } = this.log;
    if (this.#list?.end === end) return this.#list.bytes;
    const seen = [...rows.values()].filter(({ pool }) => this.pool === undefined || pool === this.pool);
    const bytes = this.#bytes({ event: "list", data: { rows: seen, nowMs } }, this.#idAt(end - 1));
    this.#list = { end, bytes };
    return bytes;
  }

  /** Returns where a viewer that has everything up to `id` continues, or `undefined` if the position is unknown. */
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
