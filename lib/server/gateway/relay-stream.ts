/** Headers of an event stream. `no-transform` prevents compression, which would buffer it. */
export const eventStreamHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Relays an event stream chunk by chunk. It starts with a comment, because headers are sent with the first byte, and
 * ends cleanly if the service disconnects, so the reader reconnects.
 */
export function relayEvents(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(": ok\n\n"));
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch {
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason).catch(() => undefined),
  });
}
