import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { buildPath } from "@/lib/contract/build-path";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import type { Operation, Role } from "@/lib/contract/operation";
import { compilePath } from "@/lib/contract/path";
import { dashboardTable } from "@/lib/contract/tables/dashboard-table.generated";
import { table } from "@/lib/contract/tables/service-table.generated";
import { createLog } from "@/lib/core/log";
import { agentProblem } from "@/lib/server/agent-access/dashboard-agents";
import { dashboard } from "@/lib/server/dashboard";
import { saveEntries } from "@/lib/server/db/indexed-agents";
import { openStore, type Store } from "@/lib/server/db/store";
import { addUser } from "@/lib/server/db/users";
import { dashboardOperations } from "@/lib/server/operations/operations.generated";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { grants } from "@/service/core/store/tables/grants";
import { users } from "@/service/core/store/tables/users";
import { addNamespace } from "@/service/hosting/repositories/testing/repository-fixture";
import { poolFixture } from "@/service/testing/pool-fixture";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { createGateway } from "./gateway";

/** What a request needs (SECURITY.md, "Who can use an agent"). `write`: a change for everyone who sees the agent. */
type Need = "read" | "write" | "manage" | "own";

interface AgentRequest {
  need: Need;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

const prompt = { text: "Continue" };
const pull = { url: "https://github.com/acme/widgets/pull/1" };

/** Every operation about one agent. */
const requests: Readonly<Record<string, AgentRequest>> = {
  getAgent: { need: "read" },
  listRuns: { need: "read" },
  getRun: { need: "read" },
  streamRun: { need: "read" },
  getUsage: { need: "read" },
  listArtifacts: { need: "read" },
  downloadArtifact: { need: "read", query: { path: "a.txt" } },
  listAgentMcpServers: { need: "read" },
  listAgentPullRequests: { need: "read" },
  commentOnAgentPullRequest: { need: "write", body: { ...pull, body: "Thanks" } },
  mergeAgentPullRequest: { need: "write", body: { ...pull, expectedHead: "0".repeat(40), method: "merge" } },
  cancelRun: { need: "manage" },
  archiveAgent: { need: "manage" },
  unarchiveAgent: { need: "manage" },
  createRun: { need: "own", body: { prompt } },
  answerQuestion: { need: "own", params: { questionId: "q" }, body: { action: "decline" } },
  openPortPreview: { need: "own", params: { port: "3000" } },
  deleteAgent: { need: "own" },
  getAgentProfile: { need: "read" },
  updateAgentProfile: { need: "write", body: { name: "Renamed" } },
  getLaunch: { need: "read" },
  recordLaunch: { need: "own", body: { fields: {} } },
  getRunPrompt: { need: "read" },
  listNumberedRuns: { need: "read" },
  listFollowUps: { need: "read" },
  addFollowUp: { need: "own", body: { prompt } },
  resumeFollowUps: { need: "own" },
  retryRun: { need: "own" },
  listBudgetWarnings: { need: "read" },
};

type Outcome = "allowed" | "forbidden" | "hidden" | "unauthenticated";

interface Caller {
  name: string;
  role?: Role;
  /** On the agent's repository. */
  permission?: "read" | "write";
  isOwner?: boolean;
}

const callers: readonly Caller[] = [
  { name: "owner", role: "operator", permission: "write", isOwner: true },
  { name: "writer", role: "operator", permission: "write" },
  { name: "reader", role: "operator", permission: "read" },
  { name: "stranger", role: "operator" },
  { name: "viewer who can read", role: "viewer", permission: "read" },
  { name: "viewer who can't", role: "viewer" },
  { name: "admin", role: "admin" },
  { name: "signed out" },
];

function outcomeOf({ role, permission, isOwner }: Caller, need: Need): Outcome {
  if (!role) return "unauthenticated";
  if (role === "viewer" && need !== "read") return "forbidden";
  if (role === "admin" || isOwner) return "allowed";
  if (!permission) return "hidden";
  if (need === "read" || need === "write") return "allowed";
  return need === "manage" && permission === "write" ? "allowed" : "forbidden";
}

const operations = new Map([...table, ...dashboardTable].map((each): [string, Operation] => [each.id, each]));
const namesOf = ({ path }: Operation) =>
  compilePath(path).segments.flatMap((part) => (part.kind === "literal" ? [] : [part.name]));
/** The query parameter names the agent. */
const hasAgentQuery = ({ query }: Operation) => query instanceof z.ZodObject && "agentId" in query.shape;
const isAboutAgent = (operation: Operation) =>
  hasAgentQuery(operation) ||
  (operation.family !== "admin" && namesOf(operation).includes("agentId")) ||
  operation.path.startsWith("/v1/agents/{id}");

let test: TestService;
let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let user: { id: string; email: string; name: string; role: Role; sessionId: string } | undefined;
let gateway: (request: Request) => Promise<Response>;
const usersByName = new Map<string, typeof user>();
let cases = 0;

async function call(operation: Operation, as: Caller, { params = {}, query, body }: Omit<AgentRequest, "need">) {
  user = usersByName.get(as.name);
  const values = new URLSearchParams(query);
  if (hasAgentQuery(operation)) values.set("agentId", params.agentId ?? "");
  const search = `?${values}`;
  const url = `http://127.0.0.1:3000/api${buildPath(operation.path, params)}${search}`;
  const response = await gateway(
    new Request(url, {
      method: operation.method,
      headers: { host: "127.0.0.1:3000", "sec-fetch-site": "same-origin" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (isStream) await response.body?.cancel();
  return { status: response.status, text: isStream ? "" : await response.text() };
}

beforeAll(async () => {
  test = await startTestService();
  postgres = await startTestDatabase("dashboard");
  store = await openStore({ url: postgres.url, log: createLog({ program: "test", level: "silent" }) });
  dashboard.store = Promise.resolve(store);
  Object.assign(process.env, { DATA_DIR: test.dataDir, SERVICE_ADDRESS: test.url });
  gateway = createGateway({
    operations: table,
    own: dashboardOperations,
    agentProblem,
    service: dashboardService(),
    webUrl: "http://127.0.0.1:3000",
    user: async () => user,
    recordAudit: async () => {},
    log: createLog({ program: "test", level: "silent" }),
    shutdown: new AbortController().signal,
  });
  await poolFixture(test).register({ poolName: "gpu" });
  const { id: namespaceId } = await addNamespace(test.service, "acme", { teamId: 1 });
  const { id: repositoryId } = await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "secret" } });
  const { db } = test.service;
  const at = { namespaceId, createdAt: 1 };
  await db.insert(grants).values({ ...at, principalKind: "teamGroup", principalId: "members", permission: "none" });
  for (const each of callers) {
    if (!each.role) continue;
    const email = `${each.name.replaceAll(/\W/g, "-")}@users.test`;
    const row = { id: crypto.randomUUID(), email, name: each.name, role: each.role };
    await addUser(store, { ...row, displayName: each.name, createdAt: new Date(0) });
    usersByName.set(each.name, { ...row, sessionId: "session" });
    // The first call makes the user a member of the team.
    await call(operations.get("listModels") as Operation, each, {});
    const [user] = await db.select().from(users).where(eq(users.email, email));
    if (!each.permission) continue;
    const principal = { principalKind: "user", principalId: String(user?.actorId) } as const;
    await db.insert(grants).values({ ...at, ...principal, repositoryId, permission: each.permission });
  }
});
afterAll(async () => {
  process.stdout.write(`rights on agents through the dashboard: ${cases} cases\n`);
  dashboard.store = undefined;
  dashboard.agentViewers = undefined;
  await store.close();
  await postgres.stop();
  await test.close();
});

/** Launches an agent of the owner that waits for a worker. */
async function launch(): Promise<{ id: string; agentId: string; runId: string }> {
  const [owner] = callers;
  const repos = [{ url: `${test.url}/acme/secret` }];
  const body = { prompt, env: { type: "pool", name: "gpu" }, repos };
  const { status, text } = await call(createAgent, owner ?? { name: "" }, { body });
  expect({ status, text }).toMatchObject({ status: 201 });
  const { agent, run } = JSON.parse(text);
  await saveEntries(store, { source: "embedded", entries: [agent], pass: 1, readAt: new Date() });
  return { id: agent.id, agentId: agent.id, runId: run.id };
}

const unknown = "bc-00000000-0000-4000-8000-000000000000";

describe("the matrix", () => {
  it("covers every operation about an agent", () => {
    const about = [...operations.values()].filter(isAboutAgent).map(({ id }) => id);
    expect(Object.keys(requests).sort()).toEqual(about.sort());
  });
});

describe.each(Object.entries(requests))("%s", (id, { need, ...request }) => {
  it.each(callers)("through the dashboard by $name", async (caller) => {
    const operation = operations.get(id) as Operation;
    const agent = await launch();
    const response = await call(operation, caller, { ...request, params: { ...agent, ...request.params } });
    const expected = outcomeOf(caller, need);
    cases += 1;
    if (expected === "unauthenticated") expect(response.status).toBe(401);
    else if (expected === "forbidden") expect(response.status, response.text).toBe(403);
    else if (expected === "hidden") {
      const params = { ...agent, id: unknown, agentId: unknown, ...request.params };
      const missing = await call(operation, caller, { ...request, params });
      const alike = (text: string) =>
        text
          .replaceAll(agent.id, "")
          .replaceAll(unknown, "")
          .replace(/"requestId":"[^"]*"/, "");
      expect(response).toEqual({ status: 404, text: expect.stringContaining("agent_not_found") });
      expect(alike(response.text)).toBe(alike(missing.text));
    } else {
      expect([401, 403], response.text).not.toContain(response.status);
      expect(response.text).not.toContain("agent_not_found");
    }
  });
});
