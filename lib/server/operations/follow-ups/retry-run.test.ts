import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { FollowUp } from "@/lib/contract/dashboard/follow-up";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import type { User } from "@/lib/server/auth/session-reader";
import { readRunPrompt } from "@/lib/server/follow-ups/run-prompt";
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
const launch = async () => (await service.call(createAgent, { body: { prompt: { text: long } } })).agent.id;
const runsOf = async (id: string) => (await service.call(listRuns, { params: { id }, query: {} })).items;
const post = (path: string, body?: unknown, user = ada) => own.call(user, "POST", path, body);

/** The prompt of a run, once it has started. */
async function promptOf(agentId: string, runId: string) {
  const isPrompt = ({ data }: { data: unknown }) => JSON.stringify(data).includes("user-message-appended");
  await service.stream(agentId, runId, { until: isPrompt });
  const address = { base: service.url, repohostPrefix: "/v1/repohost" };
  const credentials = { authorization: async () => `Bearer ${service.keys.user}` };
  return readRunPrompt({ address, credentials, clock: systemClock, ids: systemIds }, agentId, runId);
}

it("cancels the run and sends a queued message now, before others", async () => {
  const id = await launch();
  await post(`/agents/${id}/follow-ups`, { prompt: { text: "later" } });
  const queued = FollowUp.parse(await (await post(`/agents/${id}/follow-ups`, { prompt: { text: "now" } })).json());
  expect(queued.state).toBe("waiting");
  const sent = await post(`/follow-ups/${queued.id}/send-now`);
  expect([sent.status, await sent.json()]).toMatchObject([200, { state: "sent" }]);
  const [latest, first] = await runsOf(id);
  expect(first?.status).toBe("CANCELLED");
  expect(await promptOf(id, latest?.id ?? "")).toEqual({ text: "now", images: 0 });
});

it("doesn't repeat a prompt with a secret, which the caller would see", async () => {
  const text = `Use ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const { agent, run } = await service.call(createAgent, { body: { prompt: { text } } });
  await service.stream(agent.id, run.id);
  const retried = await post(`/agents/${agent.id}/retry`);
  expect([retried.status, await retried.json()]).toMatchObject([409, { error: { code: "prompt_secret" } }]);
  expect(await runsOf(agent.id)).toHaveLength(1);
});

it("doesn't repeat a prompt whose secret is masked in the stream", async () => {
  const body = { prompt: { text: "Use value-of-TOKEN." }, envVars: { TOKEN: "value-of-TOKEN" } };
  const { agent, run } = await service.call(createAgent, { body });
  await service.stream(agent.id, run.id);
  const retried = await post(`/agents/${agent.id}/retry`);
  expect([retried.status, await retried.json()]).toMatchObject([409, { error: { code: "prompt_secret" } }]);
  expect(await runsOf(agent.id)).toHaveLength(1);
});

it("repeats the prompt of a run that was canceled, but not of an active one", async () => {
  const id = await launch();
  const busy = await post(`/agents/${id}/retry`);
  expect([busy.status, await busy.json()]).toMatchObject([409, { error: { code: "agent_busy" } }]);
  const [run] = await runsOf(id);
  await promptOf(id, run?.id ?? "");
  await service.send("POST", `/v1/agents/${id}/runs/${run?.id}/cancel`);
  const viewer = await own.someone("Vi", "viewer");
  expect((await post(`/agents/${id}/retry`, undefined, viewer)).status).toBe(403);
  const retried = await post(`/agents/${id}/retry`);
  expect([retried.status, await retried.json()]).toMatchObject([201, { state: "sent" }]);
  const [latest, ...earlier] = await runsOf(id);
  expect(earlier).toHaveLength(1);
  expect(await promptOf(id, latest?.id ?? "")).toEqual({ text: long, images: 0 });
});

describe("for the first run of an agent with a launch form", () => {
  const started = "event: status\ndata: {}\n\n";
  const failed = 'event: error\ndata: {"code":"stream_unavailable","message":"unavailable"}\n\n';
  const headers = { "content-type": "text/event-stream" };
  const masked = { type: "user-message-appended", userMessage: { text: "use [masked]" } };

  /** Retries an ended run whose stream is replaced. */
  async function retryWith(stream: () => Response): Promise<{ agentId: string; response: Response }> {
    const { agent, run } = await service.call(createAgent, { body: { prompt: { text: "from the run" } } });
    await service.stream(agent.id, run.id);
    const fields = { prompt: "from the form", model: "script" };
    expect((await own.call(ada, "PUT", `/launches/${agent.id}`, { fields })).status).toBe(200);
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) =>
      String(args[0]).endsWith(`/runs/${run.id}/stream`) ? stream() : fetch(...args),
    );
    return { agentId: agent.id, response: await post(`/agents/${agent.id}/retry`) };
  }

  it.each([
    ["ends early", started],
    ["has an error", started + failed],
    ["has an error and ends", `${started}${failed}event: done\ndata: {}\n\n`],
    ["has a masked prompt", `${started}event: interaction_update\ndata: ${JSON.stringify(masked)}\n\n`],
    ["has no prompt", `${started}event: done\ndata: {}\n\n`],
  ])("repeats the form's prompt if the stream %s", async (_what, text) => {
    const { response } = await retryWith(() => new Response(text, { headers }));
    expect([response.status, await response.json()]).toMatchObject([201, { state: "sent", text: "from the form" }]);
  });

  it.each<[string, () => Response]>([
    [
      "can't be reached",
      () => {
        throw new TypeError("fetch failed");
      },
    ],
    [
      "rejects the request",
      () => Response.json({ error: { code: "unavailable", message: "stopping" } }, { status: 503 }),
    ],
    [
      "disconnects",
      () => {
        const pull = (body: ReadableStreamDefaultController) => body.error(new TypeError("terminated"));
        return new Response(new ReadableStream({ pull }), { headers });
      },
    ],
  ])("doesn't start a run if the service %s", async (_what, stream) => {
    const { agentId, response } = await retryWith(stream);
    expect([response.status, await response.json()]).toMatchObject([503, { error: { code: "stream_unavailable" } }]);
    expect(await runsOf(agentId)).toHaveLength(1);
  });
});
