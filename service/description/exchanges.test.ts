// @module-tag long

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listBranches } from "@/lib/contract/hosting/branches/list-branches";
import type { Description } from "@/lib/contract/openapi/description";
import { compilePath } from "@/lib/contract/path";
import { operations } from "../operations.generated";
import { type ApiResponse, startTestService, type TestService } from "../testing/test-service";
import { accountExercises } from "./testing/account-exercises";
import { agentProgramExercises } from "./testing/agent-program-exercises";
import { appExercises } from "./testing/app-exercises";
import { checkExercises } from "./testing/check-exercises";
import { gitDataExercises } from "./testing/git-data-exercises";
import { gitHubExercises } from "./testing/github-exercises";
import { grantExercises } from "./testing/grant-exercises";
import { labelExercises } from "./testing/label-exercises";
import { mcpExercises } from "./testing/mcp-exercises";
import { mirrorExercises } from "./testing/mirror-exercises";
import { createOpenApiChecker } from "./testing/openapi-checker";
import { poolExercises } from "./testing/pool-exercises";
import { pullRequestExercises } from "./testing/pull-request-exercises";
import { pullRequestFactory } from "./testing/pull-request-factory";
import { repositoryExercises } from "./testing/repository-exercises";
import { rulesetExercises } from "./testing/ruleset-exercises";
import { sshExercises } from "./testing/ssh-exercises";
import { usersExercises } from "./testing/users-exercises";
import { webhookExercises } from "./testing/webhook-exercises";

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
}

const unknownAgentId = "bc-00000000-0000-4000-8000-000000000000";
const prompt = { text: "Say hello" };
const long = { text: ["Wait.", "```sh", "sleep 30", "```"].join("\n") };
const repo = { ownerSlug: "demo", repoName: "orders" };

let test: TestService;
let replay: ReturnType<typeof createOpenApiChecker>;
let agentId = "";
let runId = "";

/** Sends a request and fails unless request and response match the description. */
async function exchange(operationId: string, status: number, sent: Sent = {}): Promise<ApiResponse> {
  const { params = {}, query = {}, body, key, headers } = sent;
  const { method, path } = replay.address(operationId, params, query);
  const response = await test.send(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { key }),
    ...(headers === undefined ? {} : { headers }),
  });
  const problems = replay.problems({ operationId, params, query, sent: body, ...response });
  expect({ status: response.status, problems, body: response.body }).toEqual({
    status,
    problems: [],
    body: response.body,
  });
  return response;
}

/** Creates an agent with a running or finished run. */
async function agent(kind: "running" | "finished", text = kind === "running" ? long.text : prompt.text) {
  const { agent: created, run } = await test.call(createAgent, { body: { prompt: { text } } });
  if (kind === "finished") await test.stream(created.id, run.id);
  return { id: created.id, runId: run.id };
}

async function defaultTip(): Promise<string> {
  const { branches } = await test.call(listBranches, { params: repo, query: { pageSize: "100" } });
  return branches.find(({ name }) => name === "main")?.commit.sha ?? "";
}

const createArtifact = () => agent("finished", ["Note it.", "```file artifacts/note.txt", "hello", "```"].join("\n"));

const openPull = pullRequestFactory(exchange, repo, defaultTip);

/** For each operation: successful requests, and operation-specific errors. */
const exercises: Readonly<Record<string, () => Promise<void>>> = {
  ...accountExercises(exchange, () => test),
  ...agentProgramExercises(exchange, () => test),
  ...mcpExercises(exchange, () => test),
  ...appExercises(exchange, () => test),
  ...webhookExercises(exchange, () => test),
  ...checkExercises(exchange, repo, openPull, () => test),
  ...gitDataExercises(exchange, repo, defaultTip),
  ...gitHubExercises(exchange, () => test),
  ...grantExercises(exchange, repo, () => test),
  ...labelExercises(exchange, repo, openPull),
  ...mirrorExercises(exchange, () => test),
  ...usersExercises(exchange, () => test),
  ...poolExercises(exchange, () => test),
  ...pullRequestExercises(exchange, repo, openPull),
  ...repositoryExercises(exchange, repo),
  ...rulesetExercises(exchange, repo),
  ...sshExercises(exchange, repo, () => test),
  async answerQuestion() {
    const params = { ...(await agent("finished")), questionId: "none" };
    await exchange("answerQuestion", 404, { params, body: { action: "decline" } });
    await exchange("answerQuestion", 400, { params, body: { action: "maybe" } });
  },
  async openPortPreview() {
    await exchange("openPortPreview", 409, { params: { ...(await agent("finished")), port: "3000" } });
    await exchange("openPortPreview", 400, { params: { ...(await agent("finished")), port: "x" } });
  },
  async listAgentPullRequests() {
    await exchange("listAgentPullRequests", 200, { params: { id: (await agent("finished")).id } });
    await exchange("listAgentPullRequests", 404, { params: { id: unknownAgentId } });
  },
  async archiveAgent() {
    await exchange("archiveAgent", 200, { params: await agent("finished") });
    await exchange("archiveAgent", 404, { params: { id: unknownAgentId } });
  },
  async cancelRun() {
    const params = await agent("running");
    await exchange("cancelRun", 200, { params });
    await exchange("cancelRun", 409, { params });
    await exchange("cancelRun", 404, { params: { ...params, runId: "run-none" } });
  },
  async createAgent() {
    const repos = [{ url: `${test.service.settings.gitUrl}/demo/orders`, startingRef: "main" }];
    const body = {
      prompt,
      repos,
      name: "described",
      mode: "plan",
      env: { type: "cloud" },
      envVars: { GREETING: "hello" },
      mcpServers: [{ name: "docs", type: "http", url: "https://example.com/mcp" }],
      customSubagents: [{ name: "reviewer", description: "Reviews", prompt: "Review it" }],
      workOnCurrentBranch: false,
      autoCreatePR: false,
    };
    await exchange("createAgent", 201, { body });
    const wrong = [
      undefined,
      {},
      { prompt: { text: "" } },
      { prompt, mode: "fast" },
      { prompt, repos: [{ url: "x" }] },
    ];
    for (const rejected of wrong) await exchange("createAgent", 400, { body: rejected });
    await exchange("createAgent", 400, { body: "{" });
    await exchange("createAgent", 400, { body: { prompt, model: { id: "unknown" } } });
    const withId = { prompt, agentId: "bc-5F0C2A8E-3d1b-4c77-9a10-0d2f6b1e9c55" };
    await exchange("createAgent", 201, { body: withId });
    await exchange("createAgent", 409, { body: withId });
  },
  async createRun() {
    const params = await agent("finished");
    await exchange("createRun", 201, { params, body: { prompt: long, mode: "agent" } });
    await exchange("createRun", 409, { params, body: { prompt } });
    await exchange("createRun", 400, { params, body: {} });
    await exchange("createRun", 404, { params: { id: unknownAgentId }, body: { prompt } });
  },
  async deleteAgent() {
    const params = await agent("finished");
    await exchange("deleteAgent", 200, { params });
    await exchange("deleteAgent", 404, { params });
  },
  async downloadArtifact() {
    const { id } = await createArtifact();
    await exchange("downloadArtifact", 200, { params: { id }, query: { path: "artifacts/note.txt" } });
    await exchange("downloadArtifact", 400, { params: { id } });
    await exchange("downloadArtifact", 404, { params: { id }, query: { path: "artifacts/none.txt" } });
  },
  async getAgent() {
    await exchange("getAgent", 200, { params: { id: agentId } });
    await exchange("getAgent", 404, { params: { id: "a/b ü" } });
  },
  async getRun() {
    await exchange("getRun", 200, { params: { id: agentId, runId } });
    await exchange("getRun", 200, { params: await agent("running") });
    await exchange("getRun", 404, { params: { id: agentId, runId: "run-none" } });
  },
  async getUsage() {
    await exchange("getUsage", 200, { params: { id: agentId } });
    await exchange("getUsage", 200, { params: { id: agentId }, query: { runId } });
    await exchange("getUsage", 404, { params: { id: unknownAgentId } });
    await exchange("getUsage", 400, { params: { id: agentId }, query: { unknown: "1" } });
  },
  async listAgents() {
    await agent("finished");
    const { body } = await exchange("listAgents", 200, { query: { limit: "1", includeArchived: "true" } });
    const { nextCursor } = z.object({ nextCursor: z.string() }).parse(body);
    await exchange("listAgents", 200, { query: { cursor: nextCursor } });
    await exchange("listAgents", 200, { query: { prUrl: "https://example.com/pull/1" } });
    const wrong: Record<string, string>[] = [
      { limit: "0" },
      { limit: "x" },
      { includeArchived: "yes" },
      { unknown: "1" },
    ];
    for (const query of wrong) {
      await exchange("listAgents", 400, { query });
    }
  },
  async listArtifacts() {
    const { id } = await createArtifact();
    const { body } = await exchange("listArtifacts", 200, { params: { id } });
    expect(body).toMatchObject({ items: [{ path: "artifacts/note.txt" }] });
    await exchange("listArtifacts", 404, { params: { id: unknownAgentId } });
  },
  async listModels() {
    await exchange("listModels", 200);
  },
  async listRuns() {
    await exchange("listRuns", 200, { params: { id: agentId }, query: { limit: "100" } });
    await exchange("listRuns", 404, { params: { id: unknownAgentId } });
  },
  async streamRun() {
    const params = { id: agentId, runId };
    const { body } = await exchange("streamRun", 200, { params });
    expect(body).toContain("event: done\n");
    await exchange("streamRun", 400, { params, headers: { "last-event-id": "none" } });
    await exchange("streamRun", 404, { params: { ...params, runId: "run-none" } });
  },
  async unarchiveAgent() {
    await exchange("unarchiveAgent", 200, { params: { id: agentId } });
    await exchange("unarchiveAgent", 404, { params: { id: unknownAgentId } });
  },
};

beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
  const published = await test.send("GET", "/openapi.json", { key: null });
  expect(published.status).toBe(200);
  replay = createOpenApiChecker(published.body as Description);
  const created = await agent("finished");
  agentId = created.id;
  runId = created.runId;
});
afterAll(() => test.close());

describe("the OpenAPI description", () => {
  it("contains exactly the implemented operations", () => {
    const ids = operations.flatMap(({ operation: { id, alternates } }) => [
      id,
      ...alternates.map((_path, index) => `${id}_${index + 2}`),
    ]);
    expect(replay.operationIds).toEqual(ids.sort());
  });

  for (const { operation } of operations) {
    const { id } = operation;
    const exercise = exercises[id];
    it(`matches ${id}`, exercise ?? (() => Promise.reject(new Error(`write exchanges for ${id}`))));

    it(`matches errors of ${id} without valid credentials`, async () => {
      const parameters = compilePath(operation.path).segments.filter((segment) => segment.kind !== "literal");
      const params = Object.fromEntries(parameters.map(({ name }) => [name, "x"]));
      await exchange(id, 401, { params, key: null });
      if (!operation.credentials.includes("admin")) await exchange(id, 403, { params, key: test.keys.admin });
    });
  }

  it("matches the rate limit error and its headers", async () => {
    const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: "1" });
    try {
      const responses = [];
      for (let index = 0; index < 4; index += 1) responses.push(await limited.send("GET", "/v1/me"));
      const rejected = responses.find(({ status }) => status === 429);
      if (!rejected) throw new Error("no request was rate limited");
      expect(replay.problems({ operationId: "getMe", params: {}, query: {}, sent: undefined, ...rejected })).toEqual(
        [],
      );
    } finally {
      await limited.close();
    }
  });
});

describe("a deviation", () => {
  const base = () => ({
    operationId: "getRun",
    params: { id: agentId, runId },
    query: {},
    sent: undefined,
    status: 200,
    headers: new Headers({ "content-type": "application/json", "x-request-id": "1" }),
  });
  const run = { id: "run-1", agentId: "bc-1", status: "FINISHED", createdAt: "", updatedAt: "" };

  it.each([
    ["a missing field", { body: { ...run, status: undefined } }, "required"],
    ["a field of another type", { body: { ...run, durationMs: "1" } }, "integer"],
    ["an undescribed field", { body: { ...run, extra: 1 } }, "additional"],
    ["an undescribed status value", { body: { ...run, status: "PAUSED" } }, "allowed values"],
    ["an undescribed status", { status: 202, body: run }, "status 202"],
    ["another content type", { body: run, headers: new Headers({ "content-type": "text/html" }) }, "text/html"],
    ["an error of another family", { status: 404, body: { code: 5, message: "", details: [] } }, "error"],
    ["an undescribed parameter", { body: run, query: { depth: "1" } }, "depth"],
  ])("is reported: %s", (_name, change, problem) => {
    const { body, ...rest } = change;
    const problems = replay.problems({ ...base(), ...rest, body: JSON.parse(JSON.stringify(body)) });
    expect(problems.join("\n")).toContain(problem);
  });

  it("isn't reported for a matching response", () => {
    expect(replay.problems({ ...base(), body: run })).toEqual([]);
  });
});
