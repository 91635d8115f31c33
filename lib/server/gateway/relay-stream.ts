/** Headers of a stream of events. `no-transform` keeps every layer from compressing, and so gathering, it. */
export const eventStreamHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Relays a stream of events chunk by chunk. It opens with a comment, because headers are sent with the first byte, and
 * ends cleanly when the service breaks off: the reader reconnects.
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
