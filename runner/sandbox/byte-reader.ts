import type { Readable } from "node:stream";
import { keepUnread } from "@/lib/core/process/keep-unread";

/** Returns a function that reads exactly `count` bytes of a stream. It throws `early()` when the stream ends before. */
export function createReader(source: Readable, early: () => Error): (count: number) => Promise<Buffer> {
  const chunks = keepUnread(source)[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  return async (count) => {
    const parts = [held];
    let size = held.length;
    while (size < count) {
      const { value, done } = await chunks.next();
      if (done || value === undefined) throw early();
      parts.push(value);
      size += value.length;
    }
    const all = parts.length === 1 ? held : Buffer.concat(parts, size);
    held = all.subarray(count);
    return all.subarray(0, count);
  };
}
