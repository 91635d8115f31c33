import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { agentProgram } from "@/runner/testing/agent-program";
import { startTestService, type TestService } from "../testing/test-service";

/** Runs the prompt in a terminal that it leaves open, and ends its turn. */
const program = agentProgram(
  `globalThis.prompted = id;
   const command = params.prompt.map((block) => block.text).join("\\n").match(/\\{\\{(.*)\\}\\}/)[1];
   send({ id: "create", method: "terminal/create", params: { sessionId: "s", command: "sh", args: ["-c", command] } });`,
  {
    onResponse: `if (id === "create") {
      say("Started in the background.");
      send({ id: globalThis.prompted, result: { stopReason: "end_turn" } });
    }`,
  },
);

let test: TestService;
beforeAll(async () => {
  const configured = { background: [process.execPath, "--input-type=module", "-e", program] };
  test = await startTestService({
    DEMO: "1",
    AGENTS: JSON.stringify(configured),
    ALLOW_UNISOLATED: "1",
    BACKGROUND_WORK_SECONDS: "100000",
  });
});
afterAll(() => test.close());

async function launch(command: string) {
  const { agent, run } = await test.call(createAgent, {
    body: {
      prompt: { text: `{{${command}}}` },
      model: { id: "background" },
      repos: [{ url: `${test.url}/demo/orders` }],
    },
  });
  const started = ({ data }: { data: unknown }) => JSON.stringify(data).includes("Started in the background.");
  await test.stream(agent.id, run.id, { until: started });
  return { id: agent.id, runId: run.id, folder: join(test.dataDir, "workspaces", agent.id) };
}
const statusOf = async (id: string) => (await test.call(getAgent, { params: { id } })).status;

describe("a command in a terminal that the agent left open at the end of its turn", () => {
  it("A-ASTATE-05: keeps the agent ACTIVE until it ends, and its changes are pushed", { tags: ["long"] }, async () => {
    const wait = "until [ -e ../go ]; do sleep 0.05; done; echo built > built.txt";
    const { id, runId, folder } = await launch(wait);
    expect(await statusOf(id)).toBe("ACTIVE");
    const followUp = await test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt: { text: "Continue" } } });
    expect(followUp).toMatchObject({ status: 409, body: { error: { code: "agent_busy" } } });
    await writeFile(join(folder, "repos", "go"), "");
    await test.stream(id, runId);
    expect(await statusOf(id)).toBe("IDLE");
    const run = await test.call(getRun, { params: { id, runId } });
    expect(run).toMatchObject({ status: "FINISHED", result: "Started in the background." });
    const [branch] = run.git?.branches ?? [];
    const params = { ownerSlug: "demo", repoName: "orders" };
    const dir = test.service.repositories.path((await test.call(getRepo, { params })).id);
    expect(await git(dir, "show", `${branch?.branch}:built.txt`)).toBe("built");
  });

  it("is ended by a cancel", { tags: ["long"] }, async () => {
    const { id, runId } = await launch("sleep 100000");
    expect((await test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`)).status).toBe(200);
    await test.stream(id, runId);
    expect(await test.call(getRun, { params: { id, runId } })).toMatchObject({ status: "CANCELLED" });
  });
});
