import type { Piece } from "./frames";

/** A frame ready to be sent to any viewer. */
export interface Frame {
  id: string | undefined;
  piece: Piece;
}

export interface Bounds {
  frames: number;
  /** Bytes or characters of all frames together. */
  size: number;
}

/** A subject's stream frames in order. Drops the oldest frames over its limits. */
export class FrameLog {
  #frames: Frame[] = [];
  /** Number of dropped frames still at the start of the array, which is trimmed occasionally. */
  #dropped = 0;
  #first = 0;
  #size = 0;
  #firstOf = new Map<string, number>();
  #lastOf = new Map<string, number>();

  constructor(private readonly bounds: Bounds) {}

  /** Sequence number of the oldest frame in the log. */
  get first(): number {
    return this.#first;
  }

  /** Sequence number the next frame will get. */
  get end(): number {
    return this.#first + this.#frames.length - this.#dropped;
  }

  /** True until a frame is dropped. */
  get whole(): boolean {
    return this.#first === 0;
  }

  at(sequence: number): Frame | undefined {
    return sequence < this.#first ? undefined : this.#frames[sequence - this.#first + this.#dropped];
  }

  firstOf(id: string): number | undefined {
    const sequence = this.#firstOf.get(id);
    return sequence === undefined || sequence < this.#first ? undefined : sequence;
  }

  lastOf(id: string): number | undefined {
    return this.#lastOf.get(id);
  }

  append(frame: Frame): void {
    const sequence = this.end;
    this.#frames.push(frame);
    this.#size += frame.piece.length;
    if (frame.id !== undefined) {
      if (!this.#firstOf.has(frame.id)) this.#firstOf.set(frame.id, sequence);
      this.#lastOf.set(frame.id, sequence);
    }
    this.trim();
  }

  /** Bytes or characters of all frames. */
  get size(): number {
    return this.#size;
  }

  /** Drops the oldest frames over the limits. The last frame is always kept. */
  trim(): void {
    while (
      this.end - this.#first > this.bounds.frames ||
      (this.#size > this.bounds.size && this.end - this.#first > 1)
    ) {
      this.#dropFirst();
    }
  }

  #dropFirst(): void {
    const frame = this.#frames[this.#dropped];
    if (!frame) return;
    this.#size -= frame.piece.length;
    if (frame.id !== undefined && this.#lastOf.get(frame.id) === this.#first) {
      this.#lastOf.delete(frame.id);
      this.#firstOf.delete(frame.id);
    }
    this.#dropped += 1;
    this.#first += 1;
    if (this.#dropped > 1_000 && this.#dropped * 2 > this.#frames.length) {
      this.#frames = this.#frames.slice(this.#dropped);
      this.#dropped = 0;
    }
  }
}
