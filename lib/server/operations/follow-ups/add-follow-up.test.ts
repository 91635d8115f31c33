import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listRuns } from "@/lib/contract/agents/list-runs";
import type { FollowUp } from "@/lib/contract/dashboard/follow-up";
import type { User } from "@/lib/server/auth/session-reader";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let service: TestService;
let own: DashboardCalls;
let ada: User;

beforeAll(async () => {
  service = await startTestService();
  // The operations call the service of the settings.
  process.env.SERVICE_URL = service.url;
  process.env.AGENTS_API_KEY = service.keys.user;
  own = await startDashboardCalls();
  ada = await own.someone("Ada", "operator");
});
afterEach(() => void vi.unstubAllGlobals());
afterAll(async () => {
  await own.stop();
  await service.close();
});

const long = "```sh\nsleep 60\n```";

async function launch(text: string): Promise<{ id: string; runId: string }> {
  const { agent, run } = await service.call(createAgent, { body: { prompt: { text } } });
  return { id: agent.id, runId: run.id };
}

/** An idle agent. */
async function idle(): Promise<string> {
  const { id, runId } = await launch("first");
  await service.stream(id, runId);
  return id;
}

const runsOf = async (id: string) => (await service.call(listRuns, { params: { id }, query: {} })).items;
const post = (id: string, body: object) => own.call(ada, "POST", `/agents/${id}/follow-ups`, body);

async function queued(id: string): Promise<string[]> {
  const { items } = await (await own.call(ada, "GET", `/agents/${id}/follow-ups`)).json();
  return items.map(({ text }: FollowUp) => text);
}

/** An immediate message, which has the same id each time it is sent. */
const immediate = (text: string) => ({ id: crypto.randomUUID(), immediate: true, prompt: { text } });

/** Replaces the service's response to new runs. */
function respond(reply: (send: () => Promise<Response>) => Promise<Response>): void {
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (...args: Parameters<typeof fetch>) =>
    args[1]?.method === "POST" && String(args[0]).endsWith("/runs") ? reply(() => fetch(...args)) : fetch(...args),
  );
}

it("starts one run for an immediate message, even if the request is repeated", async () => {
  const id = await idle();
  const message = immediate("once");
  const replies = await Promise.all([1, 2, 3].map(() => post(id, message)));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [run, ...earlier] = await runsOf(id);
  expect(earlier).toHaveLength(1);
  await service.stream(id, run?.id ?? "");
  const late = await post(id, message);
  expect([late.status, await late.json()]).toMatchObject([201, { id: message.id, state: "sent", runId: run?.id }]);
  expect(await runsOf(id)).toHaveLength(2);
  expect(await queued(id)).toEqual([]);
});

it("rejects an immediate message to a busy agent, which can be queued instead", async () => {
  const { id } = await launch(long);
  const message = immediate("next");
  const busy = await post(id, message);
  expect([busy.status, await busy.json()]).toMatchObject([409, { error: { code: "agent_busy" } }]);
  expect(await queued(id)).toEqual([]);
  expect((await post(id, { ...message, immediate: false })).status).toBe(201);
  expect(await queued(id)).toEqual(["next"]);
});

it("sends an immediate message before queued ones that are paused", async () => {
  const { id, runId } = await launch(long);
  await post(id, { prompt: { text: "later" } });
  await service.call(cancelRun, { params: { id, runId } });
  const sent = await post(id, immediate("now"));
  expect([sent.status, await sent.json()]).toMatchObject([201, { state: "sent", text: "now" }]);
  expect(await runsOf(id)).toHaveLength(2);
  expect(await queued(id)).toEqual(["later"]);
});

it("returns the service's rejection of an immediate message, which isn't kept", async () => {
  const id = await idle();
  const message = immediate("rejected");
  const error = { code: "model_unavailable", message: "The model isn't available." };
  respond(async () => Response.json({ error }, { status: 400 }));
  const rejected = await post(id, message);
  expect([rejected.status, await rejected.json()]).toMatchObject([400, { error }]);
  expect(await queued(id)).toEqual([]);
  vi.unstubAllGlobals();
  expect((await post(id, message)).status).toBe(201);
  expect(await runsOf(id)).toHaveLength(2);
});

it("keeps an immediate message until it is known whether it started a run", async () => {
  const id = await idle();
  const message = immediate("lost");
  respond(async (send) => {
    await send();
    throw new TypeError("connection lost");
  });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const reply = await post(id, message);
    expect([reply.status, await reply.json()]).toMatchObject([201, { id: message.id, state: "sending" }]);
  }
  expect(await runsOf(id)).toHaveLength(2);
});
