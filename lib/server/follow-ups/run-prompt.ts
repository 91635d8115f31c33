import { UserMessage } from "@/lib/model/transcript/payloads";
import { openRunStream } from "@/lib/server/live/open-run-stream";
import { readEvents } from "@/lib/server/live/read-events";
import type { Service } from "@/lib/server/upstream/client/service";

const streamTimeoutMs = 10_000;

export interface RunPrompt {
  text: string;
  /** How many images it had. Their data isn't in the stream of every service. */
  images: number;
}

/** The prompt of a run from its stream; `undefined` if the stream has none yet or is no longer available. */
export async function readRunPrompt(service: Service, agentId: string, runId: string): Promise<RunPrompt | undefined> {
  const abort = new AbortController();
  const cancel = service.clock.after(streamTimeoutMs, () => abort.abort());
  try {
    const name = `run:${agentId}:${runId}`;
    const opened = await openRunStream(service, { name, agentId, runId }, undefined, abort.signal);
    if (!("body" in opened)) return undefined;
    for await (const events of readEvents(opened.body, () => undefined)) {
      for (const { data } of events) {
        const message = UserMessage.safeParse(JSON.parse(data)).data?.userMessage;
        if (message) return { text: message.text, images: message.images.length };
      }
    }
    return undefined;
  } catch (error) {
    if (abort.signal.aborted) return undefined;
    throw error;
  } finally {
    cancel();
    abort.abort();
  }
}
