import { z } from "zod";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { startWorker } from "../../testing/pool-fixture";
import type { ApiResponse, TestService } from "../../testing/test-service";

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  key?: string;
}
type Exchange = (operationId: string, status: number, sent?: Sent) => Promise<ApiResponse>;

const unknownAgentId = "bc-00000000-0000-4000-8000-000000000000";

/** Requests for the pool API, each with a separate pool and agents. */
export function poolExercises(exchange: Exchange, running: () => TestService): Record<string, () => Promise<void>> {
  const call = (operationId: string, status: number, sent: Sent = {}) =>
    exchange(operationId, status, { key: running().keys.serviceAccount, ...sent });
  const register = (poolName: string, more: object = {}) =>
    call("registerPool", 200, { body: { scope: "team", poolName, ...more } });
  async function waiting(name: string): Promise<string> {
    await register(name, { workerReadyTimeoutSeconds: 60 });
    const body = { prompt: { text: "Say hello" }, env: { type: "pool", name } } as const;
    return (await running().call(createAgent, { body })).agent.id;
  }
  const worker = (pool: string) => startWorker(running().service, running().keys.serviceAccount, { pool });

  return {
    async listWorkers() {
      await worker("listed");
      await worker("listed");
      const { body } = await call("listWorkers", 200, { query: { limit: "1", status: "idle", scope: "team_pool" } });
      const { nextPageToken } = z.object({ nextPageToken: z.string() }).parse(body);
      const query = { pageToken: nextPageToken, status: "idle", scope: "team_pool" };
      await call("listWorkers", 200, { query });
      await call("listWorkers", 400, { query: { ...query, status: "all" } });
      await call("listWorkers", 400, { query: { limit: "101" } });
    },
    async getWorker() {
      const { workerId } = await worker("one");
      await call("getWorker", 200, { params: { id: workerId } });
      await call("getWorker", 404, { params: { id: "unknown" } });
    },
    async getWorkerSummary() {
      await call("getWorkerSummary", 200);
    },
    async listPools() {
      await register("listed", {
        repoOwner: "demo",
        repoName: "orders",
        repoUrl: "https://git.example.com/demo/orders",
      });
      await call("listPools", 200, { query: { scope: "team_pool", includeStale: "true" } });
      await call("listPools", 400, { query: { scope: "team" } });
    },
    async registerPool() {
      await register("registered", { workerReadyTimeoutSeconds: 5 });
      await call("registerPool", 400, { body: { scope: "team" } });
      await call("registerPool", 400, { body: "{" });
    },
    async deregisterPool() {
      await register("short");
      await call("deregisterPool", 200, { query: { scope: "team", pool_name: "short" } });
      await call("deregisterPool", 400, { query: { scope: "team", pool_name: "short", repo_owner: "demo" } });
    },
    async listPendingRequests() {
      await waiting("pending");
      const id = await waiting("pending");
      const { body } = await call("listPendingRequests", 200, { query: { pool: "pending", limit: "1" } });
      const { nextPageToken } = z.object({ nextPageToken: z.string() }).parse(body);
      const next = await call("listPendingRequests", 200, { query: { pool: "pending", pageToken: nextPageToken } });
      expectId(next, id);
      await call("listPendingRequests", 400, { query: { pageToken: nextPageToken } });
    },
    async watchPendingRequests() {
      // A successful watch never ends; its events are tested separately.
      await call("watchPendingRequests", 400);
      await call("watchPendingRequests", 400, { query: { cursor: "x", limit: "5" } });
      await call("watchPendingRequests", 410, { query: { cursor: "x" } });
    },
    async claimPendingRequest() {
      const id = await waiting("claimed");
      await call("claimPendingRequest", 200, { body: { id, workerId: "ctrl-1", sessionToken: true } });
      await call("claimPendingRequest", 409, { body: { id, workerId: "ctrl-1" } });
      await call("claimPendingRequest", 404, { body: { id: unknownAgentId, workerId: "ctrl-1" } });
      await call("claimPendingRequest", 400, { body: { id } });
    },
    async createSessionToken() {
      const id = await waiting("tokens");
      await call("createSessionToken", 404, { body: { id, workerId: "ctrl-1" } });
      await call("claimPendingRequest", 200, { body: { id, workerId: "ctrl-1" } });
      await call("createSessionToken", 200, { body: { id, workerId: "ctrl-1" } });
      await call("createSessionToken", 400, { body: { id } });
    },
    async releaseClaim() {
      const id = await waiting("released");
      await call("releaseClaim", 404, { params: { id } });
      await call("claimPendingRequest", 200, { body: { id, workerId: "ctrl-1" } });
      await call("releaseClaim", 200, { params: { id } });
    },
  };
}

function expectId({ body }: ApiResponse, id: string): void {
  const { requests } = z.object({ requests: z.array(z.object({ id: z.string() })) }).parse(body);
  if (requests[0]?.id !== id) throw new Error(`${id} is not on the second page`);
}
