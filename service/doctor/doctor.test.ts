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
import { checkNode } from "./check-machine";
import { examine } from "./doctor";

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
  const given = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: "0", SERVICE_PORT: "0", ...environment };
  const all = await examine(readSettings(given), process.env.PATH ?? "");
  return Object.fromEntries(all.map(({ about, state, what }) => [about, `${state}: ${what}`]));
}

describe("the doctor", () => {
  it("finds what is there", async () => {
    expect(await findings({ AGENTS: '{"shell":"sh -c true"}' })).toMatchObject({
      settings: "good: can be read",
      node: `good: ${process.versions.node}`,
      git: expect.stringMatching(/^good: 2\./),
      database: expect.stringMatching(/^good: PostgreSQL 1[5-9]/),
      "agent shell": "good: sh",
      PORT: "good: 0 is free",
    });
  });

  it("finds the embedded database where none is named", async () => {
    expect((await findings({ DATABASE_URL: "" })).database).toMatch(/^good: embedded, \//);
  });

  it("names what is missing", async () => {
    const keys = join(dataDir, "keys.json");
    await writeFile(keys, "{}");
    await chmod(keys, 0o644);
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const found = await findings({
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
      AGENTS: '{"lost":"/nonexistent/agent acp"}',
      SERVICE_PORT: String(port),
    });
    taken.close();
    await rm(keys);
    expect(found).toMatchObject({
      database: expect.stringMatching(/^bad: .*ECONNREFUSED/),
      "agent lost": "bad: there is no program /nonexistent/agent",
      "keys.json": expect.stringMatching(/^bad: /),
      SERVICE_PORT: expect.stringContaining(`weak: ${port} is taken`),
    });
    expect(checkNode("20.18.3").state).toBe("bad");
    expect(checkNode("22.1.0").state).toBe("good");
  });

  it("tells it as a command, settings that are wrong included", async () => {
    const run = promisify(execFile);
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: postgres.url };
    const command = ["scripts/slipway.mjs", "doctor"];
    const { stdout } = await run(process.execPath, command, { env });
    expect(stdout).toMatch(/^ok {3}settings: can be read\n/);
    const wrong = run(process.execPath, command, { env: { ...env, PORT: "http", DEMO: "maybe" } });
    await expect(wrong).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^BAD {2}settings: PORT .*\nBAD {2}settings: DEMO .*\n$/),
    });
  });
});
