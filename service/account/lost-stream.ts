import { eventStream, formatFrame } from "../core/http/event-stream";

const lost = { code: "stream_unavailable", message: "Run stream is no longer available" };

/** A run stream that breaks off behind its first frame, the status. What the stream was refused for stays refused. */
export function lostStream(stream: Response): Response {
  async function* frames(): AsyncGenerator<string> {
    const reader = stream.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel();
    if (first?.value) yield new TextDecoder().decode(first.value);
    yield formatFrame({ event: "error", data: JSON.stringify(lost) });
    yield formatFrame({ event: "done", data: "{}" });
  }
  return eventStream(frames(), Object.fromEntries(stream.headers));
}
