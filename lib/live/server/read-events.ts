import { EventSourceParserStream } from "eventsource-parser/stream";
import type { RunEvent } from "./protocol";

/** Parses a stream of events. `onBytes` hears of every chunk, comments and heartbeats included. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: () => void,
): AsyncGenerator<RunEvent, void, undefined> {
  const messages = body
    .pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          onBytes();
          controller.enqueue(chunk);
        },
      }),
    )
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = messages.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // Both specifications name every event; one without a name is ignored.
      if (value.event) yield { id: value.id, event: value.event, data: jsonLine(value.data) };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** JSON text in one line. Text that is no JSON is passed on as a string, so that people see it. */
function jsonLine(data: string): string {
  try {
    const value: unknown = JSON.parse(data);
    return data.includes("\n") || data.includes("\r") ? JSON.stringify(value) : data;
  } catch {
    return JSON.stringify(data);
  }
}
