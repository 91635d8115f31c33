import type { Readable } from "node:stream";

/** Passes a body on; ends it with an error when nothing comes for `ms` while somebody waits for more. */
export async function* patientBody(body: Readable, ms: number): AsyncGenerator<unknown> {
  const chunks: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Error(`nothing came for ${ms / 1000} seconds`)), ms);
    const { value, done } = await chunks.next().finally(() => clearTimeout(timer));
    if (done) return;
    yield value;
  }
}
