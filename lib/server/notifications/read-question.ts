import type { Question } from "@/lib/contract/agents/question";
import { runSubject } from "@/lib/model/live/subscription";
import { AskedQuestion } from "@/lib/model/transcript/payloads";
import { openRunStream } from "@/lib/server/live/open-run-stream";
import { readEvents } from "@/lib/server/live/read-events";
import type { Service } from "@/lib/server/upstream/client/service";

const timeoutMs = 10_000;

/** A question that a run asked, from the run's stream; `undefined` if it can't be found there in time. */
export async function readQuestion(
  service: Service,
  { agentId, runId, questionId }: { agentId: string; runId: string; questionId: string },
): Promise<Question | undefined> {
  const abort = new AbortController();
  const cancel = service.clock.after(timeoutMs, () => abort.abort());
  try {
    const name = runSubject(agentId, runId);
    const opened = await openRunStream(service, { name, agentId, runId }, undefined, abort.signal);
    return "body" in opened ? await findQuestion(opened.body, questionId) : undefined;
  } catch {
    return undefined;
  } finally {
    cancel();
    abort.abort();
  }
}

async function findQuestion(body: ReadableStream<Uint8Array<ArrayBuffer>>, id: string): Promise<Question | undefined> {
  for await (const events of readEvents(body, () => undefined)) {
    for (const { event, data } of events) {
      if (event === "done") return undefined;
      if (event !== "interaction_update") continue;
      const asked = AskedQuestion.safeParse(JSON.parse(data)).data?.question;
      if (asked?.id === id) return asked;
    }
  }
  return undefined;
}
