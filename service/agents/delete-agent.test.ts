import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
  await poolFixture(test).register({ poolName: "gpu" });
});
afterAll(() => test.close());

const workspaces = () => join(test.dataDir, "workspaces");
/** Launches an agent that waits in the queue: it has no run on this service. */
const launch = (agentId?: string) =>
  test.send("POST", "/v1/agents", {
    body: { prompt: { text: "wait" }, env: { type: "pool", name: "gpu" }, ...(agentId ? { agentId } : {}) },
  });

it("an agent with the id of a deleted one never meets the deleted workspace, nor loses its own", async () => {
  const { agent } = createAgent.response.parse((await launch()).body);
  const workspace = join(workspaces(), agent.id);
  await mkdir(join(workspace, "repos"), { recursive: true });
  const files = Array.from({ length: 3_000 }, (_, index) => join(workspace, "repos", `${index}.txt`));
  await Promise.all(files.map((file) => writeFile(file, "old")));

  const deleted = test.call(deleteAgent, { params: { id: agent.id } });
  let status = 0;
  while (status !== 201) ({ status } = await launch(agent.id));
  expect(existsSync(workspace)).toBe(false);
  await mkdir(workspace);
  await writeFile(join(workspace, "new.txt"), "new");
  await deleted;
  expect(await readdir(workspace)).toEqual(["new.txt"]);
  expect(await readdir(workspaces())).toEqual([agent.id]);
});

it("a workspace that was being deleted when the service ended is deleted at the next start", async () => {
  const left = join(workspaces(), ".deleted-1");
  await mkdir(join(left, "repos"), { recursive: true });
  await test.restart();
  expect(existsSync(left)).toBe(false);
});
