const note = (bytes: number) => `\n[… ${bytes} bytes omitted …]\n`;

/** Keeps the beginning and the end of an output of any length. */
export class BoundedOutput {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer = Buffer.alloc(0);
  #total = 0;

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  /** Adds a chunk and returns the part that belongs to the beginning. */
  add(chunk: Buffer): Buffer {
    this.#total += chunk.length;
    const head = chunk.subarray(0, Math.max(0, this.#half - this.#headBytes));
    if (head.length > 0) this.#head.push(head);
    this.#headBytes += head.length;
    const rest = chunk.subarray(head.length);
    if (rest.length > 0) {
      const tail = Buffer.concat([this.#tail, rest]);
      this.#tail = tail.subarray(Math.max(0, tail.length - this.#half));
    }
    return head;
  }

  /** Returns the rest: a note about the omitted part, and the end. */
  rest(): Buffer {
    const cut = this.#total - this.#headBytes - this.#tail.length;
    return cut > 0 ? Buffer.concat([Buffer.from(note(cut)), this.#tail]) : this.#tail;
  }

  text(): string {
    return Buffer.concat([...this.#head, this.rest()]).toString("utf8");
  }
}
