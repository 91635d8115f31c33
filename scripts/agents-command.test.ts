import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { presets } from "@/runner/programs/presets";
import { agentProgram } from "@/runner/testing/agent-program";
import { writeInstalled } from "@/runner/testing/installed-preset";
import { agentPrograms } from "@/service/core/store/tables/agent-programs";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { runSlipway } from "./testing/run-slipway";

const state = `{ models: { currentModelId: "a", availableModels: [{ modelId: "a", name: "A" }, { modelId: "b", name: "B" }] } }`;

let test: TestService;
let program = "";
beforeAll(async () => {
  test = await startTestService();
  program = join(test.dataDir, "agent.mjs");
  const source = agentProgram("", { state, capabilities: "{ promptCapabilities: { image: true } }" });
  await writeFile(program, `if (process.env.MODEL_KEY !== "from file") throw new Error("no key");\n${source}`);
});
afterAll(() => test.close());

const slipway = (args: readonly string[], environment: Record<string, string> = {}) =>
  runSlipway(["agents", ...args], { environment: { DATA_DIR: test.dataDir, SERVICE_URL: test.url, ...environment } });

describe("slipway agents", () => {
  it("adds, lists, tests and removes an agent", { tags: ["long"] }, async () => {
    const file = join(test.dataDir, "agent.env");
    await writeFile(file, '# the key\nexport MODEL_KEY="from file"\n');
    const command = ["--", process.execPath, program];
    expect(await slipway(["add", "mine", "--env-file", file, "--env", "OTHER=x", ...command])).toEqual({
      code: 0,
      output: "Testing mine …\nmine ready: 2 models, images\n",
      error: "",
    });
    const listed = await slipway(["list"]);
    expect(listed.output).toContain("mine  ready: 2 models, images\n");
    expect(listed.output).toContain("slipway agents add <claude|codex|gemini|opencode>");
    expect((await slipway(["test", "mine"])).output).toContain("mine ready: 2 models, images");
    expect(await slipway(["remove", "mine"])).toMatchObject({ code: 0, output: "mine removed\n" });
    expect(await slipway(["test", "mine"])).toMatchObject({
      code: 1,
      error: "slipway agents: Agent program mine not found\n",
    });
  });

  it("updates an agent, and keeps the old version when the new one fails", { tags: ["long"] }, async () => {
    const { version } = presets.opencode;
    const installed = (each: string, text: string) => writeInstalled(test.dataDir, "opencode", each, text);
    const source = (name: string) => `#!${process.execPath}\n${agentProgram("", { state: state.replace("A", name) })}`;
    for (const each of ["0.0.1", version]) await chmod(await installed(each, source(each)), 0o755);
    expect(await slipway(["add", "opencode", "--yes"])).toMatchObject({ code: 0 });
    expect((await slipway(["update", "opencode"])).output).toBe(`opencode ${version} is up to date\n`);
    await test.service.db.update(agentPrograms).set({ version: "0.0.1" }).where(eq(agentPrograms.name, "opencode"));
    await installed(version, `#!${process.execPath}\nprocess.exit(4);`);
    const failed = await slipway(["update", "opencode"]);
    expect(failed.code).toBe(1);
    const reason = `opencode still uses 0.0.1. ${version} failed: The agent exited with code 4`;
    expect(failed.output).toContain(reason);
    await installed(version, source(version));
    expect((await slipway(["list"])).output).toContain(`(update to ${version} available)`);
    const added = await slipway(["add", "opencode", "--yes"]);
    expect(added.code).toBe(0);
    expect(added.output).toContain(`opencode updated to ${version}, ready: 2 models\n`);
    expect(await slipway(["remove", "opencode"])).toMatchObject({ code: 0 });
  });

  it("exits with 1 and prints why an agent isn't ready", async () => {
    const added = await slipway(["add", "broken", "--", process.execPath, program]);
    expect(added).toMatchObject({
      code: 1,
      output: expect.stringContaining("broken failed: The agent exited with code 1"),
    });
    expect(added.output).toContain("no key");
  });

  it.each([
    [["nothing"], {}, "unknown command nothing"],
    [["add"], {}, "add expects the name of an agent"],
    [["install", "unknown"], {}, "unknown is not a preset. Use claude, codex, gemini, opencode"],
    [["add", "unknown"], {}, "unknown is not a preset. Use claude, codex, gemini, opencode"],
    [["add", "x", "--env", "NAME", "--", "x"], {}, "--env must be NAME=VALUE"],
    [["list", "--wrong"], {}, "--wrong"],
    [["list"], { SERVICE_URL: "http://127.0.0.1:9" }, "couldn't connect"],
    [["list"], { SERVICE_URL: "" }, "no service is running"],
  ])("exits with 2 and prints one line for %j", async (args, environment, message) => {
    const { code, output, error } = await slipway(args, environment);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(error).toContain(message);
    expect(error.trim().split("\n")).toHaveLength(1);
  });
});
