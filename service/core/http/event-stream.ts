/** A server-sent event. `data` is one line of JSON. */
export interface Frame {
  id?: string;
  event: string;
  data: string;
}

/** Formats a frame for the run stream: `id`, `event`, `data`, LF only, one blank line. */
export function formatFrame({ id, event, data }: Frame): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}

/**
 * Creates an event stream response from text chunks. Applies backpressure, and ends the source (`return()`) when the client
 * disconnects.
 */
export function eventStream(source: AsyncGenerator<string>, headers: Readonly<Record<string, string>>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await source.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      ...headers,
    },
  });
}
