import { UserMessage } from "@/lib/model/transcript/payloads";
import { openRunStream } from "@/lib/server/live/open-run-stream";
import { readEvents } from "@/lib/server/live/read-events";
import type { Service } from "@/lib/server/upstream/client/service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

const streamTimeoutMs = 10_000;

export interface RunPrompt {
  text: string;
  /** How many images it had. Their data isn't in the stream of every service. */
  images: number;
}

/** Code of the error for a stream that the service ended without the prompt and without `done`, or with an error. */
export const incompleteStream = "stream_incomplete";

class IncompleteStream extends Error {}

/**
 * The prompt of a run from its stream; `undefined` if the complete stream has none, or is no longer available. Throws
 * UpstreamError 503 if the stream can't be read, breaks or has no prompt yet, with the code {@link incompleteStream} if it
 * ends early.
 */
export async function readRunPrompt(service: Service, agentId: string, runId: string): Promise<RunPrompt | undefined> {
  const abort = new AbortController();
  const cancel = service.clock.after(streamTimeoutMs, () => abort.abort());
  try {
    const name = `run:${agentId}:${runId}`;
    const opened = await openRunStream(service, { name, agentId, runId }, undefined, abort.signal);
    if ("body" in opened) return await findPrompt(opened.body);
    if (opened.failure.kind === "broken") throw new Error(opened.failure.message);
    return undefined;
  } catch (error) {
    const reason = abort.signal.aborted ? "it has no prompt yet" : error instanceof Error ? error.message : "it broke";
    const message = `Couldn't read the run's stream: ${reason}`;
    const code = error instanceof IncompleteStream ? incompleteStream : "stream_unavailable";
    throw new UpstreamError({ status: 503, code, message, requestId: service.ids.uuid() });
  } finally {
    cancel();
    abort.abort();
  }
}

async function findPrompt(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<RunPrompt | undefined> {
  for await (const events of readEvents(body, () => undefined)) {
    for (const { event, data } of events) {
      const message = UserMessage.safeParse(JSON.parse(data)).data?.userMessage;
      if (message) return { text: message.text, images: message.images.length };
      if (event === "error") throw new IncompleteStream("the service reported an error");
      if (event === "done") return undefined;
    }
  }
  throw new IncompleteStream("it ended early");
}
