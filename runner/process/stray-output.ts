import { printableText, tailBytes } from "@/lib/core/plain-text";

const maxLength = 300;
const newline = 10;
const brace = 0x7b;
const isSpace = (byte: number) => byte === 32 || byte === 9 || byte === 13 || byte === newline;

/** Collects what a program writes to standard output other than messages, such as a banner or its usage. */
export class StrayOutput {
  #first: Buffer = Buffer.alloc(0);
  #isStray = false;
  #atStart = true;
  #hasMessages = false;

  /** Passed all output, in order. */
  add(chunk: Buffer): void {
    if (this.#hasMessages) return;
    for (let at = 0; at < chunk.length && !this.#hasMessages; ) {
      const byte = chunk[at] ?? 0;
      if (this.#atStart && isSpace(byte)) {
        at += 1;
        continue;
      }
      if (this.#atStart) {
        this.#atStart = false;
        this.#isStray = byte !== brace;
        this.#hasMessages = byte === brace;
      }
      const end = chunk.indexOf(newline, at);
      const rest = chunk.subarray(at, end === -1 ? chunk.length : end + 1);
      if (this.#isStray && this.#first.length < maxLength) {
        this.#first = Buffer.concat([this.#first, rest.subarray(0, maxLength - this.#first.length)]);
      }
      this.#atStart = end !== -1;
      at += rest.length;
    }
  }

  /** The beginning of its text, printable; empty once it wrote a message. */
  get text(): string {
    return this.#hasMessages ? "" : printableText(tailBytes(this.#first, maxLength).toString("utf8")).trim();
  }
}
