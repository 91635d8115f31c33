import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { systemClock } from "@/lib/core/clock";
import { deleteOldArtifacts } from "../artifacts/delete-old-artifacts";
import { startTestService, type TestService } from "../testing/test-service";
import { verify } from "../verify/verify";
import { deleteOldWorkspaces } from "./delete-old-workspaces";

let aheadMs = 0;
const clock = { ...systemClock, now: () => Date.now() + aheadMs };
let test: TestService;
beforeAll(async () => {
  test = await startTestService({ DEMO: "1", WORKSPACE_RETENTION_DAYS: "7", ARTIFACT_RETENTION_DAYS: "30" }, clock);
});
afterAll(() => test.close());

it("workspaces and artifacts are deleted after their retention, and a follow-up still works", async () => {
  const text = (script: string) => `\`\`\`sh\n${script}\n\`\`\``;
  const repos = [{ url: `${test.url}/demo/orders` }];
  const body = { prompt: { text: text("echo one > one.txt; echo out > artifacts/out.txt") }, repos };
  const { agent, run } = await test.call(createAgent, { body });
  await test.stream(agent.id, run.id);
  const names = (folder: string) => readdir(join(test.dataDir, folder)).catch(() => []);
  const artifactPaths = async () => JSON.stringify((await test.send("GET", `/v1/agents/${agent.id}/artifacts`)).body);

  aheadMs = 6 * 86_400_000;
  expect([await deleteOldWorkspaces(test.service), await deleteOldArtifacts(test.service)]).toEqual([0, 0]);
  aheadMs = 8 * 86_400_000;
  expect([await deleteOldWorkspaces(test.service), await deleteOldArtifacts(test.service)]).toEqual([1, 0]);
  expect(await names(join("workspaces", agent.id))).toEqual(["artifacts"]);

  const followUp = await test.call(createRun, {
    params: { id: agent.id },
    body: { prompt: { text: text("cat one.txt") } },
  });
  const frames = await test.stream(agent.id, followUp.run.id);
  expect(frames.find(({ event }) => event === "result")?.data).toMatchObject({ status: "FINISHED" });
  expect(JSON.stringify(frames)).toContain("one");

  expect(await artifactPaths()).toContain("out.txt");
  aheadMs = 40 * 86_400_000;
  expect(await deleteOldArtifacts(test.service)).toBe(1);
  expect(await artifactPaths()).not.toContain("out.txt");
  expect(await names(join("artifacts", agent.id))).toEqual([]);
  expect((await verify(test.service)).problems).toEqual([]);
});
