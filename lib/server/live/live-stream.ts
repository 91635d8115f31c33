import type { Clock } from "@/lib/core/clock";
import { watchAccess } from "@/lib/core/watch-access";
import type { Subscription } from "@/lib/model/live/subscription";
import { beat, opening, type Piece } from "./frames";

/** A browser's position in a subject. */
interface Viewing {
  /** The next message to send, or `undefined` if there is none. */
  take(): Piece | undefined;
  close(): void;
}

export interface LiveStreamOptions {
  subscriptions: readonly Subscription[];
  /** Joins a subject; `onReady` is called when there may be messages. */
  view(subscription: Subscription, onReady: () => void): Viewing;
  clock: Clock;
  /** Aborted when the browser disconnects or the dashboard shuts down. */
  signal: AbortSignal;
  /** Checked periodically; the stream ends with the session, or the access to one of its subjects. */
  isAllowed(): Promise<boolean>;
}

const heartbeatMs = 10_000;
/** Small frames are sent together, up to this size. */
const chunkSize = 64 * 1024;
const encoder = new TextEncoder();

/** A browser's single response: all its subjects in one stream, with backpressure. */
export function liveStream(options: LiveStreamOptions): ReadableStream<Uint8Array> {
  const connection = new Connection(options);
  return new ReadableStream({
    start: (controller) => controller.enqueue(opening),
    async pull(controller) {
      const piece = await connection.next();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel: () => connection.close(),
  });
}

class Connection {
  #closed = false;
  #beatIsDue = false;
  #wake: () => void = () => undefined;
  readonly #viewers: Viewing[];
  /** Index of the next viewer, so a busy subject doesn't starve the others. */
  #turn = 0;
  #cancelBeat: () => void = () => undefined;
  readonly #unwatch: () => void;

  constructor(private readonly options: LiveStreamOptions) {
    this.#viewers = options.subscriptions.map((subscription) => options.view(subscription, () => this.#wake()));
    this.#unwatch = watchAccess({ clock: options.clock, isAuthorized: options.isAllowed }, this.close);
    if (options.signal.aborted) this.close();
    else options.signal.addEventListener("abort", this.close, { once: true });
    this.#scheduleBeat();
  }

  /** The next bytes to send; waits for them. `undefined` at the end. */
  async next(): Promise<Uint8Array | undefined> {
    while (!this.#closed) {
      const piece = this.#collect();
      if (piece) return piece;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return undefined;
  }

  close = (): void => {
    if (this.#closed) return;
    this.#closed = true;
    this.options.signal.removeEventListener("abort", this.close);
    this.#cancelBeat();
    this.#unwatch();
    for (const viewer of this.#viewers) viewer.close();
    this.#wake();
  };

  #collect(): Uint8Array | undefined {
    const chunks: Uint8Array[] = [];
    let texts: string[] = [];
    let size = 0;
    const encode = () => {
      if (texts.length > 0) chunks.push(encoder.encode(texts.join("")));
      texts = [];
    };
    if (this.#beatIsDue) {
      this.#beatIsDue = false;
      texts.push(beat);
    }
    let idle = 0;
    while (idle < this.#viewers.length && size < chunkSize) {
      this.#turn = (this.#turn + 1) % this.#viewers.length;
      const piece = this.#viewers[this.#turn]?.take();
      idle = piece ? 0 : idle + 1;
      if (!piece) continue;
      size += piece.length;
      if (typeof piece === "string") {
        texts.push(piece);
        continue;
      }
      encode();
      chunks.push(piece);
    }
    encode();
    return chunks.length > 1 ? Buffer.concat(chunks) : chunks[0];
  }

  #scheduleBeat(): void {
    if (this.#closed) return;
    this.#cancelBeat = this.options.clock.after(heartbeatMs, () => {
      this.#beatIsDue = true;
      this.#wake();
      this.#scheduleBeat();
    });
  }
}
