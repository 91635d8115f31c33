import { createParser } from "eventsource-parser";
import type { RunEvent } from "@/lib/model/live/protocol";

/**
 * Parses a stream of events and yields those of a chunk together, because iterating over thousands of small events one
 * by one is slow. `onBytes` is called for every chunk, including comments and heartbeats.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: () => void,
): AsyncGenerator<readonly RunEvent[], void, undefined> {
  let read: RunEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      // Both specifications name every event; one without a name is ignored.
      if (event) read.push({ id, event, data: jsonLine(data) });
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      parser.feed(decoder.decode(value, { stream: true }));
      const events = read;
      read = [];
      if (events.length > 0) yield events;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** JSON text in one line. Text that isn't JSON becomes a JSON string, so users can see it. */
function jsonLine(data: string): string {
  try {
    const value: unknown = JSON.parse(data);
    return data.includes("\n") || data.includes("\r") ? JSON.stringify(value) : data;
  } catch {
    return JSON.stringify(data);
  }
}
