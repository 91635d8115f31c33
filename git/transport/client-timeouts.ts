import type { Readable } from "node:stream";
import type { Clock } from "@/lib/core/clock";

/** Timeouts for a git client. */
export interface ClientTimeouts {
  /** Without sending or reading a byte while git waits. */
  idleMs: number;
  /** For a whole request. */
  totalMs: number;
}

/** A client timed out. The message includes the limit. */
export class ClientTimeout extends Error {}

export const totalTimeoutMessage = (ms: number) => `The request took longer than ${ms / 1000} seconds`;

/** Yields the chunks of a body. Throws {@link ClientTimeout} if the next chunk or all of them take too long. */
export async function* withTimeouts(
  body: Readable,
  { idleMs, totalMs }: ClientTimeouts,
  clock: Clock,
): AsyncGenerator<unknown> {
  const chunks: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  let reject = (_error: Error) => {};
  const late = new Promise<never>((_, rejectLate) => {
    reject = rejectLate;
  });
  late.catch(() => undefined);
  const end = (message: string) => () => {
    const error = new ClientTimeout(message);
    reject(error);
    // A body that waits for its own source is only destroyed once that ends.
    body.destroy(error);
  };
  const stopTotal = clock.after(totalMs, end(totalTimeoutMessage(totalMs)));
  try {
    for (;;) {
      const stopIdle = clock.after(idleMs, end(`No data received for ${idleMs / 1000} seconds`));
      const next = chunks.next();
      next.catch(() => undefined);
      const { value, done } = await Promise.race([next, late]).finally(stopIdle);
      if (done) return;
      yield value;
    }
  } finally {
    stopTotal();
  }
}
