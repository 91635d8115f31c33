import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { addAgentProgram } from "@/lib/contract/admin/agent-programs/add-agent-program";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { agentProgram } from "@/runner/testing/agent-program";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { startTestService, type TestService } from "../testing/test-service";
import { checkAgents } from "./check-agents";

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let test: TestService;
beforeAll(async () => {
  postgres = await startTestDatabase("service");
  test = await startTestService({ ALLOW_UNISOLATED: "1", DATABASE_URL: postgres.url });
});
afterAll(async () => {
  await test.close();
  await postgres.stop();
});

it("opens a session with each enabled agent that admins added, with its variables", async () => {
  const key = test.keys.admin;
  const file = join(test.dataDir, "agent.mjs");
  await writeFile(file, `if (!process.env.TOKEN) { console.error("no token"); process.exit(3); }\n${agentProgram("")}`);
  const command = [process.execPath, file];
  const add = (name: string, env: Record<string, string>) =>
    test.call(addAgentProgram, { key, body: { name, command, env } });
  await add("works", { TOKEN: "token-0123456789" });
  await add("fails", {});
  await add("disabled", {});
  await test.service.db.update(agentPrograms).set({ enabled: false }).where(eq(agentPrograms.name, "disabled"));
  const states = async () => (await test.call(listAgentPrograms, { key })).items.map(({ status }) => status);
  await vi.waitFor(async () => expect((await states()).join()).not.toMatch(/ing/), { timeout: 60_000, interval: 50 });
  const findings = await checkAgents(test.service.settings);
  expect(findings).toEqual([
    { state: "error", subject: "agent fails", detail: "The agent exited with code 3:\nno token" },
    { state: "ok", subject: "agent works", detail: `${process.execPath}, 0 models` },
  ]);
});
