import { callPath } from "@/lib/contract/client-path";
import { readErrorBody } from "@/lib/contract/errors";
import { watchPendingRequests } from "@/lib/contract/pools/watch-pending-requests";
import { serviceUrl } from "@/lib/server/gateway/service-address";
import { failureOf, retryAfterMs, type Service } from "@/lib/server/gateway/service-call";

/** Where a watch goes on: at a list's cursor, or after the last event that was seen. */
export type WatchFrom = { cursor: string } | { lastEventId: string };

export type OpenedWatch =
  | { body: ReadableStream<Uint8Array<ArrayBuffer>> }
  /** List again. */
  | { refused: "expired" }
  /** Worth another try soon, or not for a while. */
  | { refused: "broken" | "denied"; message: string; retryAfterMs?: number | undefined };

/** Opens the watch of every pool's queue. Throws when `signal` is aborted. */
export async function openQueueWatch(service: Service, from: WatchFrom, signal: AbortSignal): Promise<OpenedWatch> {
  const [path = "", query] = callPath(watchPendingRequests, {}, "cursor" in from ? { cursor: from.cursor } : {}).split(
    "?",
    2,
  );
  const requestId = service.ids.uuid();
  const headers = new Headers({
    accept: "text/event-stream",
    "accept-encoding": "identity",
    "x-request-id": requestId,
  });
  // Header values are bytes: an id goes out as its UTF-8, as browsers send it.
  if ("lastEventId" in from) headers.set("last-event-id", Buffer.from(from.lastEventId).toString("latin1"));
  let response: Response;
  try {
    headers.set("authorization", await service.credentials.authorization(watchPendingRequests));
    const search = query === undefined ? "" : `?${query}`;
    response = await fetch(serviceUrl(service.address, watchPendingRequests.family, path, search), {
      headers,
      signal,
      cache: "no-store",
      redirect: "manual",
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return { refused: "broken", message: failureOf(error, false, requestId).message };
  }
  if (response.status === 200 && response.body) return { body: response.body };
  return refusalOf(response);
}

async function refusalOf(response: Response): Promise<OpenedWatch> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  if (status === 410) return { refused: "expired" };
  const message = readErrorBody(body)?.message ?? `The service answered ${status}.`;
  const passing = status === 408 || status === 425 || status >= 500;
  return { refused: passing ? "broken" : "denied", message, retryAfterMs: retryAfterMs(headers) };
}
