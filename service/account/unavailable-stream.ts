import { eventStream, formatFrame } from "../core/http/event-stream";

const unavailable = { code: "stream_unavailable", message: "Run stream is no longer available" };

/** Cuts a run stream after its first frame (the status) and ends it with `stream_unavailable`. */
export function unavailableStream(stream: Response): Response {
  async function* frames(): AsyncGenerator<string> {
    const reader = stream.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel();
    if (first?.value) yield new TextDecoder().decode(first.value);
    yield formatFrame({ event: "error", data: JSON.stringify(unavailable) });
    yield formatFrame({ event: "done", data: "{}" });
  }
  return eventStream(frames(), Object.fromEntries(stream.headers));
}
