import { streamRun } from "@/lib/contract/agents/stream-run";
import { buildPath } from "@/lib/contract/build-path";
import { readErrorBody } from "@/lib/contract/errors";
import { CredentialsMissingError } from "@/lib/server/gateway/credentials-missing";
import { serviceUrl } from "@/lib/server/gateway/service-address";
import { retryAfterMs, type Service, unreachable } from "@/lib/server/gateway/service-call";
import type { Subject } from "./subject";

/** Why there is no stream. `broken` is worth another try; `restart` means from the beginning. */
export type Refused =
  | { kind: "broken"; message: string; retryAfterMs?: number | undefined }
  | { kind: "expired" | "failed"; message: string }
  | { kind: "restart" };

export type Opened = { body: ReadableStream<Uint8Array<ArrayBuffer>> } | { refused: Refused };

/** Opens the stream of a run at the service, after `lastEventId`. Throws when `signal` is aborted. */
export async function openRunStream(
  service: Service,
  subject: Subject,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Opened> {
  const path = buildPath(streamRun.path, { id: subject.agentId, runId: subject.runId });
  const headers = new Headers({ accept: "text/event-stream", "accept-encoding": "identity" });
  // Header values are bytes: an id goes out as its UTF-8, as browsers send it.
  if (lastEventId !== undefined) headers.set("last-event-id", Buffer.from(lastEventId).toString("latin1"));
  let response: Response;
  try {
    headers.set("authorization", await service.credentials.authorization(streamRun));
    headers.set("x-request-id", service.ids.uuid());
    response = await fetch(serviceUrl(service.address, streamRun.family, path, ""), {
      headers,
      signal,
      cache: "no-store",
      redirect: "manual",
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const message = error instanceof CredentialsMissingError ? error.message : unreachable.message;
    return { refused: { kind: "broken", message } };
  }
  if (response.status === 200 && response.body) return { body: response.body };
  return { refused: await refusedBy(response, lastEventId !== undefined) };
}

async function refusedBy(response: Response, resumed: boolean): Promise<Refused> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const read = readErrorBody(body);
  const message = read?.message ?? `The service answered ${status}.`;
  if (status === 410) return { kind: "expired", message };
  if (status === 400 && read?.code === "invalid_last_event_id" && resumed) return { kind: "restart" };
  const passing = status === 408 || status === 425 || status === 429 || status >= 500 || status < 400;
  return passing ? { kind: "broken", message, retryAfterMs: retryAfterMs(headers) } : { kind: "failed", message };
}
