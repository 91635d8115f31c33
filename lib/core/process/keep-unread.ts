import type { Readable } from "node:stream";

/**
 * Returns the output of a process for a reader that can start at any time. Node discards what has no reader yet when
 * the process exits. The stream itself must not be piped or read.
 */
export function keepUnread(output: Readable): AsyncIterable<Buffer> {
  // A stream with this listener fills its buffer and waits. Piping it would wait forever.
  output.on("readable", () => undefined);
  return { [Symbol.asyncIterator]: () => output[Symbol.asyncIterator]() };
}
