import { type AccessWatch, watchAccess } from "../watch-access";

class AccessEndedError extends Error {
  constructor() {
    super("access ended during the response");
    this.name = "AccessEndedError";
  }
}

function guarded(
  body: ReadableStream<Uint8Array>,
  watch: AccessWatch,
  isDownload: boolean,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const cancel = () => reader.cancel().catch(() => undefined);
  let isRevoked = false;
  const unwatch = watchAccess(watch, () => {
    isRevoked = true;
    void cancel();
  });
  async function next() {
    try {
      return await reader.read();
    } catch (error) {
      unwatch();
      if (isDownload) throw error;
      return { done: true as const, value: undefined };
    }
  }
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await next();
      if (isRevoked && isDownload) throw new AccessEndedError();
      if (!done) return controller.enqueue(value);
      unwatch();
      controller.close();
    },
    cancel() {
      unwatch();
      return cancel();
    },
  });
}

/** Ends a stream of events when its user loses access. */
export function guardStream(body: ReadableStream<Uint8Array>, watch: AccessWatch): ReadableStream<Uint8Array> {
  return guarded(body, watch, false);
}

/**
 * Fails a response with a length when its user loses access, which closes the connection. If it just ended, clients would read
 * the next response on the connection as its rest.
 */
export function guardDownload(body: ReadableStream<Uint8Array>, watch: AccessWatch): ReadableStream<Uint8Array> {
  return guarded(body, watch, true);
}
