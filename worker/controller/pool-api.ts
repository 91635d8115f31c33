import { EventSourceParserStream } from "eventsource-parser/stream";
import { callPath } from "@/lib/contract/client-path";
import type { BodyInputOf, Operation, PathInputOf, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import { parseResponse } from "@/lib/contract/parse-response";
import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import { createSessionToken } from "@/lib/contract/pools/create-session-token";
import { getWorker } from "@/lib/contract/pools/get-worker";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import { listPools } from "@/lib/contract/pools/list-pools";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { Pool } from "@/lib/contract/pools/pool";
import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { watchPendingRequests } from "@/lib/contract/pools/watch-pending-requests";

/** The service returned an error. */
export class PoolApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "PoolApiError";
  }
}

export interface QueueFilter {
  pool?: string | undefined;
  repository?: string | undefined;
}

export interface WatchEvent {
  id: string | undefined;
  event: string;
  data: string;
}

export interface ClaimResult {
  id: string;
  workerId: string;
  token?: string | undefined;
  expiresAt?: string | undefined;
}

/** The pool API calls that a controller uses. */
export interface PoolApi {
  /** Lists all pages. */
  list(filter: QueueFilter): Promise<{ requests: PendingRequest[]; streamCursor: string }>;
  /** Opens a watch from a list's cursor, or after the last processed event. */
  watch(
    filter: QueueFilter,
    from: { cursor: string } | { lastEventId: string },
    signal: AbortSignal,
  ): Promise<AsyncIterable<WatchEvent>>;
  claim(id: string, workerId: string, sessionToken: boolean): Promise<ClaimResult>;
  sessionToken(id: string, workerId: string): Promise<ClaimResult>;
  release(id: string): Promise<void>;
  pools(): Promise<Pool[]>;
  isConnected(workerId: string): Promise<boolean>;
}

const pageSize = 100;
const timeoutMs = 30_000;

export function createPoolApi({ endpoint, apiKey }: { endpoint: string; apiKey: string }): PoolApi {
  const authorization = `Bearer ${apiKey}`;

  async function requireOk(response: Response, operation: string): Promise<Response> {
    if (response.ok) return response;
    const text = (await response.text()).slice(0, 1_000);
    throw new PoolApiError(response.status, `${operation} returned ${response.status}: ${text}`);
  }

  async function call<O extends Operation>(
    operation: O,
    input: {
      params: PathInputOf<O> & Readonly<Record<string, string>>;
      query?: QueryInputOf<O>;
      body?: BodyInputOf<O>;
    },
  ): Promise<ResponseOf<O>> {
    const response = await fetch(`${endpoint}${callPath(operation, input.params, input.query)}`, {
      method: operation.method,
      headers: { authorization, ...(input.body === undefined ? {} : { "content-type": "application/json" }) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    const body: unknown = await (await requireOk(response, operation.id)).json();
    return parseResponse(operation, body);
  }

  return {
    async list(filter) {
      const requests: PendingRequest[] = [];
      let pageToken: string | undefined;
      for (;;) {
        const query = { ...filter, limit: String(pageSize), pageToken };
        const page = await call(listPendingRequests, { params: {}, query });
        requests.push(...page.requests);
        if (page.nextPageToken === undefined) return { requests, streamCursor: page.streamCursor };
        pageToken = page.nextPageToken;
      }
    },
    async watch(filter, from, signal) {
      const query = "cursor" in from ? { ...filter, cursor: from.cursor } : filter;
      const response = await fetch(`${endpoint}${callPath(watchPendingRequests, {}, query)}`, {
        headers: {
          authorization,
          accept: "text/event-stream",
          ...("lastEventId" in from ? { "last-event-id": from.lastEventId } : {}),
        },
        signal,
      });
      const { body } = await requireOk(response, watchPendingRequests.id);
      if (!body) throw new Error("the watch response has no body");
      return read(body);
    },
    claim: (id, workerId, sessionToken) =>
      call(claimPendingRequest, { params: {}, body: { id, workerId, sessionToken } }),
    sessionToken: (id, workerId) => call(createSessionToken, { params: {}, body: { id, workerId } }),
    async release(id) {
      await call(releaseClaim, { params: { id } });
    },
    async pools() {
      return (await call(listPools, { params: {}, query: { scope: "team_pool", includeStale: "true" } })).pools;
    },
    async isConnected(workerId) {
      try {
        await call(getWorker, { params: { id: workerId } });
        return true;
      } catch (error) {
        if (error instanceof PoolApiError && error.status === 404) return false;
        throw error;
      }
    },
  };
}

async function* read(body: NonNullable<Response["body"]>): AsyncGenerator<WatchEvent> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { id, event = "", data } of events) yield { id, event, data };
}
