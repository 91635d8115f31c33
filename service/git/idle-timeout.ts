import type { Readable } from "node:stream";

/** Yields the chunks of a body. Ends with an error if the next chunk takes longer than `ms`. */
export async function* withIdleTimeout(body: Readable, ms: number): AsyncGenerator<unknown> {
  const chunks: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Error(`no data received for ${ms / 1000} seconds`)), ms);
    const { value, done } = await chunks.next().finally(() => clearTimeout(timer));
    if (done) return;
    yield value;
  }
}
