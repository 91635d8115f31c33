import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "@/lib/core/settings/settings";
import { startTestPostgres } from "@/postgres/testing/test-server";
import { agentProgram } from "@/runner/testing/agent-program";
import { checkNode } from "./check-machine";
import { runChecks } from "./doctor";

let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let dataDir = "";
beforeAll(async () => {
  postgres = await startTestPostgres();
  dataDir = await mkdtemp(join(tmpdir(), "slipway-doctor-"));
});
afterAll(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function findings(environment: Record<string, string> = {}) {
  const variables = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: "0", SERVICE_PORT: "0", ...environment };
  const all = await runChecks(readSettings(variables));
  return Object.fromEntries(all.map(({ subject, state, detail }) => [subject, `${state}: ${detail}`]));
}

describe("the doctor", () => {
  it("reports what it finds", async () => {
    const program = join(dataDir, "agent.mjs");
    await writeFile(program, agentProgram(""));
    const AGENTS = JSON.stringify({ mine: [process.execPath, program], broken: "sh -c false" });
    expect(await findings({ AGENTS, CONTAINER_ENGINE: "missing-engine" })).toMatchObject({
      "container engine": expect.stringMatching(/^error: missing-engine.* not found$/),
      settings: "ok: valid",
      node: `ok: ${process.versions.node}`,
      git: expect.stringMatching(/^ok: 2\./),
      database: expect.stringMatching(/^ok: PostgreSQL 1[5-9]/),
      "agent mine": `ok: ${process.execPath}, 0 models`,
      "agent broken": expect.stringContaining("error: The agent exited with code 1. Check that its command speaks"),
      PORT: "ok: 0 is free",
    });
  });

  it("checks the embedded database if DATABASE_URL is not set", async () => {
    expect((await findings({ DATABASE_URL: "" })).database).toMatch(/^ok: embedded, \//);
  });

  it("reports what is missing", async () => {
    const keys = join(dataDir, "keys.json");
    await writeFile(keys, "{}");
    await chmod(keys, 0o644);
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const found = await findings({
      DATABASE_URL: "postgres://unknown@127.0.0.1:9/none",
      AGENTS: '{"lost":"/nonexistent/agent acp"}',
      SERVICE_PORT: String(port),
    });
    taken.close();
    await rm(keys);
    expect(found).toMatchObject({
      database: expect.stringMatching(/^error: .*ECONNREFUSED/),
      "agent lost": expect.stringMatching(/^error: \/nonexistent\/agent not found\. Install it/),
      "keys.json": expect.stringMatching(/^error: /),
      SERVICE_PORT: expect.stringContaining(`warning: ${port} is in use`),
    });
    expect(checkNode("20.18.3").state).toBe("error");
    expect(checkNode("22.1.0").state).toBe("ok");
  });

  it("prints the results, including invalid settings", async () => {
    const run = promisify(execFile);
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: postgres.url };
    const command = ["scripts/slipway.mjs", "doctor"];
    const { stdout } = await run(process.execPath, command, { env });
    expect(stdout).toMatch(/^ok {6}settings: valid\n/);
    const wrong = run(process.execPath, command, { env: { ...env, PORT: "http", DEMO: "maybe" } });
    await expect(wrong).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^error {3}settings: PORT .*\nerror {3}settings: DEMO .*\n$/),
    });
  });
});
