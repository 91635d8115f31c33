import { streamRun } from "@/lib/contract/agents/stream-run";
import { buildPath } from "@/lib/contract/build-path";
import type { RunSubject } from "@/lib/model/live/subscription";
import { openEventStream } from "@/lib/server/upstream/client/event-stream";
import type { Service } from "@/lib/server/upstream/client/service";
import type { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

/** Why there is no stream. `broken`: retry; `restart`: start from the beginning. */
export type StreamFailure =
  | { kind: "broken"; message: string; retryAfterMs?: number | undefined }
  | { kind: "expired" | "failed"; message: string }
  | { kind: "restart" };

export type Opened = { body: ReadableStream<Uint8Array<ArrayBuffer>> } | { failure: StreamFailure };

/** Opens the stream of a run at the service, after `lastEventId`. Throws when `signal` is aborted. */
export async function openRunStream(
  service: Service,
  subject: RunSubject,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Opened> {
  const path = buildPath(streamRun.path, { id: subject.agentId, runId: subject.runId });
  const opened = await openEventStream(service, streamRun, { path, lastEventId, signal });
  return "body" in opened ? opened : { failure: toStreamFailure(opened.error, lastEventId !== undefined) };
}

function toStreamFailure({ status, code, message, retryAfterMs }: UpstreamError, resumed: boolean): StreamFailure {
  if (status === 410) return { kind: "expired", message };
  if (status === 400 && code === "invalid_last_event_id" && resumed) return { kind: "restart" };
  const isTransient = status === 408 || status === 425 || status === 429 || status >= 500;
  return isTransient ? { kind: "broken", message, retryAfterMs } : { kind: "failed", message };
}
