import type { Operation } from "@/lib/contract/operation";
import type { Service } from "./service";
import { UpstreamError } from "./upstream-error";
import { toUpstreamError, upstreamRequest } from "./upstream-request";

export type OpenedEventStream =
  | { body: ReadableStream<Uint8Array<ArrayBuffer>> }
  /** `status` is the service's response status, if there was a response. */
  | { error: UpstreamError; status?: number };

/**
 * Opens an event stream of the service, after `lastEventId` if given. Throws if `signal` aborts.
 */
export async function openEventStream(
  service: Service,
  operation: Operation,
  { path, lastEventId, signal }: { path: string; lastEventId?: string | undefined; signal: AbortSignal },
): Promise<OpenedEventStream> {
  const headers = new Headers({ accept: "text/event-stream", "accept-encoding": "identity" });
  // Header values are bytes, so the id is encoded as UTF-8, like in browsers.
  if (lastEventId !== undefined) headers.set("last-event-id", Buffer.from(lastEventId).toString("latin1"));
  const requestId = service.ids.uuid();
  try {
    return await upstreamRequest(service, operation, { path, requestId, headers, signal }, async (response) => {
      const { status, body } = response;
      if (status === 200 && body) return { body };
      return { status, error: toUpstreamError(response, await response.json().catch(() => undefined), requestId) };
    });
  } catch (error) {
    if (error instanceof UpstreamError) return { error };
    throw error;
  }
}
