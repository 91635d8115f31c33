import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { startProgram, startTestWorker, workerFolder } from "./testing/test-worker";

let test: TestService;
let folder: Awaited<ReturnType<typeof workerFolder>>;
beforeAll(async () => {
  test = await startTestService();
  folder = await workerFolder();
});
afterAll(async () => {
  await test.close();
  await folder.remove();
});

const keyOf = () => ({ SVC_API_KEY: test.keys.serviceAccount });

describe("a worker that can't start", () => {
  const program = (argv: readonly string[], env: Record<string, string>) =>
    startProgram(["worker", ...argv], { cwd: folder.dir, env: { SVC_API_ENDPOINT: test.url, ...env } });

  it.each([
    ["an unknown key", ["--pool", "gpu", "start"], { SVC_API_KEY: "sak_unknown" }, "401"],
    ["an unknown token", ["--pool", "gpu", "--auth-token", "sst_x", "start"], {}, "401"],
  ])("exits with 1 and a reason for %s", async (_, argv, env, named) => {
    const rejected = program(argv, env);
    expect(await rejected.exited).toEqual([1, null]);
    expect(rejected.errors()).toContain("The service rejected this worker");
    expect(rejected.errors()).toContain(named);
  });

  it("exits with 1 for a personal machine with a service-account key", async () => {
    const rejected = program(["start"], keyOf());
    expect(await rejected.exited).toEqual([1, null]);
    expect(rejected.errors()).toContain("a personal machine requires a user's key");
  });

  it("exits with 2 and lists invalid options", async () => {
    const wrong = program(["--nope", "--worker-dir", "missing", "--label", "pool=x", "start"], keyOf());
    expect(await wrong.exited).toEqual([2, null]);
    expect(wrong.errors()).toContain("--nope");
    const missing = program(["--worker-dir", "missing", "start"], keyOf());
    expect(await missing.exited).toEqual([2, null]);
    expect(missing.errors()).toContain("is not a folder");
  });

  it("exits if another process has its id", { tags: ["long"] }, async () => {
    const env = { SVC_API_ENDPOINT: test.url, ...keyOf() };
    const first = await startTestWorker(["--pool", "twice", "--worker-id", "twin"], { cwd: folder.dir, env });
    const second = program(["--pool", "twice", "--worker-id", "twin", "start"], keyOf());
    expect(await second.exited).toEqual([1, null]);
    expect(second.errors()).toContain("Worker twin is already running");
    await first.end("SIGKILL");
  });

  it("P-PROC-05 prints its help without hidden options, and checks its setup with debug", {
    tags: ["long"],
  }, async () => {
    const help = program(["--help"], {});
    expect(await help.exited).toEqual([0, null]);
    expect(help.output()).toContain("--idle-release-timeout");
    expect(help.output()).not.toContain("worker-id");
    const good = program(["--pool", "gpu", "--json", "debug"], keyOf());
    expect(await good.exited).toEqual([0, null]);
    expect(JSON.parse(good.output())).toMatchObject({ ok: true, checks: [{ ok: true }, { ok: true }, {}, {}, {}] });
    const bad = program(["--pool", "gpu", "debug"], { SVC_API_KEY: "sak_unknown" });
    expect(await bad.exited).toEqual([1, null]);
    expect(bad.output()).toContain("FAILED authentication");
  });
});
