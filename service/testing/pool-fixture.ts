import { EventSourceParserStream } from "eventsource-parser/stream";
import { createServiceAccountKey } from "@/lib/contract/admin/users/create-service-account-key";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { isoTime } from "@/lib/core/clock";
import { serviceAccounts } from "../core/store/tables/users";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { finishRun, type RunEnding } from "../runs/finish-run";
import { createRecorder } from "../runs/recorder";
import type { Service } from "../service";
import { authenticate } from "../users/authenticate";
import { connectWorker } from "../workers/connect-worker";
import { disconnectWorker } from "../workers/disconnect-worker";
import type { WorkerRegistration } from "../workers/registration";
import { type TakenRun, takeRun } from "../workers/take-run";
import type { ApiResponse, TestService } from "./test-service";

export interface WatchFrame {
  event: string;
  id: string;
  data: Record<string, unknown>;
}

/** An open pending-request watch. */
export interface Watch {
  /** Returns the next event, skipping heartbeats unless `heartbeats` is set. Undefined at the end of the stream. */
  next(heartbeats?: boolean): Promise<WatchFrame | undefined>;
  close(): Promise<void>;
}

type Registration = Partial<WorkerRegistration>;

/** Simulates a worker without a process, by calling what its connection would call. */
export async function startWorker(service: Service, key: string, options: Registration = {}) {
  const principal = await authenticate(service, `Bearer ${key}`);
  if (!principal) throw new Error("invalid key");
  const registration: WorkerRegistration = {
    workerId: options.workerId ?? service.ids.uuid(),
    incarnation: service.ids.uuid(),
    resumed: false,
    name: "node-1",
    pool: "gpu",
    workspaceRootPath: "/srv/work",
    labels: [],
    models: ["script"],
    ...options,
  };
  const connection = await connectWorker(service, principal, registration);
  return {
    ...connection,
    registration,
    take: () => takeRun(service, connection),
    async begin(run: TakenRun) {
      await (await createRecorder(service, run.runId)).started();
    },
    finish: (run: TakenRun, ending: RunEnding = { status: "FINISHED", result: "Done." }) =>
      finishRun(service, run.runId, ending),
    disconnect: () => disconnectWorker(service, connection),
  };
}

/** Opens a watch. Throws when the service rejects it. */
export async function openWatch(
  url: string,
  key: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Watch & { response: Response }> {
  const abort = new AbortController();
  const response = await fetch(`${url}/v0/private-workers/pending-requests/stream?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: abort.signal,
  });
  if (!response.ok || !response.body) throw new Error(`the watch returned ${response.status} ${await response.text()}`);
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    [Symbol.asyncIterator]();
  return {
    response,
    async next(heartbeats = false) {
      for (;;) {
        const { done, value } = await events.next();
        if (done) return undefined;
        if (value.event === "heartbeat" && !heartbeats) continue;
        return { event: value.event ?? "", id: value.id ?? "", data: JSON.parse(value.data) };
      }
    },
    async close() {
      abort.abort();
    },
  };
}

/** Helpers for pool and queue tests. */
export function poolFixture(test: TestService) {
  const root = "/v0/private-workers";
  const key = test.keys.serviceAccount;
  const send = (method: string, path: string, body?: unknown, as = key): Promise<ApiResponse> =>
    test.send(method, `${root}${path}`, { key: as, ...(body === undefined ? {} : { body }) });

  return {
    send,
    register: (body: object) => send("POST", "/pools", { scope: "team", ...body }),
    /** Creates an agent in a pool, by default as the first user. */
    async launch(options: object = {}, as?: string): Promise<{ id: string; runId: string }> {
      const body = { prompt: { text: "Say hello" }, env: { type: "pool", name: "gpu" }, ...options } as const;
      const { agent, run } = await test.call(createAgent, { body, ...(as === undefined ? {} : { key: as }) });
      return { id: agent.id, runId: run.id };
    },
    async followUp(id: string): Promise<string> {
      return (await test.call(createRun, { params: { id }, body: { prompt: { text: "Continue" } } })).run.id;
    },
    list: (query: { pool?: string; repository?: string; limit?: string; pageToken?: string } = {}, as = key) =>
      test.call(listPendingRequests, { query, key: as }),
    /** Returns an agent's pending request, if listed. */
    async pending(id: string, query: { pool?: string; repository?: string } = {}): Promise<PendingRequest | undefined> {
      const { requests } = await test.call(listPendingRequests, { query: { limit: "100", ...query }, key });
      return requests.find((each) => each.id === id);
    },
    claim: (id: string, workerId: string, more: object = {}, as = key) =>
      send("POST", "/claim", { id, workerId, ...more }, as),
    release: (id: string, as = key) => send("POST", `/claims/${id}/release`, undefined, as),
    token: (id: string, workerId: string, as = key) => send("POST", "/tokens", { id, workerId }, as),
    worker: (options: Registration = {}, as = key) => startWorker(test.service, as, options),
    async watch(query: Record<string, string> = {}, headers: Record<string, string> = {}, as = key) {
      const { cursor, ...filter } = query;
      const from = cursor ?? (await test.call(listPendingRequests, { query: filter, key: as })).streamCursor;
      return openWatch(test.url, as, { ...filter, cursor: from }, headers);
    },
    /** Creates a service-account key: of the same account, another account, or another team. */
    async serviceKey(options: {
      agentScoped?: boolean;
      repositoryIds?: string[];
      teamId?: number;
      userId?: number | null;
      sameAccount?: boolean;
      expiresAt?: number;
    }): Promise<{ key: string; id: string }> {
      const { db, ids, clock } = test.service;
      const [known] = await db.select().from(serviceAccounts);
      let serviceAccountId = known?.id ?? "";
      if (!options.sameAccount) {
        serviceAccountId = ids.typed("sa");
        const { teamId = 1, userId = null } = options;
        const createdAt = clock.now();
        await db.insert(serviceAccounts).values({ id: serviceAccountId, teamId, name: "further", userId, createdAt });
      }
      const { agentScoped = true, repositoryIds, expiresAt } = options;
      const { key: created, id } = await test.call(createServiceAccountKey, {
        params: { serviceAccountId },
        body: {
          name: "further",
          agentScoped,
          ...(expiresAt === undefined ? {} : { expiresAt: isoTime(expiresAt) }),
          ...(repositoryIds ? { repositories: repositoryIds.map((each) => `_/${each}`) } : {}),
        },
        key: test.keys.admin,
      });
      return { key: created, id };
    },
    /** Creates a service-account key of another team. */
    async otherTeamKey(): Promise<string> {
      const { teamId } = await addUser(test.service, { email: `stranger-${test.service.ids.uuid()}@example.test` });
      return (await this.serviceKey({ teamId })).key;
    },
  };
}
export type PoolFixture = ReturnType<typeof poolFixture>;
