import { describe, expect, it } from "vitest";
import { OptionsError } from "../arguments";
import { readControllerOptions } from "./options";
import { hookEnvironment } from "./spawn-hook";

const defaults = { prefix: "SVC", endpoint: "http://127.0.0.1:4100", cwd: "/srv" };
const key = { SVC_API_KEY: "sak_1" };
const read = (line: string, environment: Record<string, string> = key) =>
  readControllerOptions(line.split(" ").filter(Boolean), environment, defaults);

describe("the controller's options", () => {
  it("are parsed", () => {
    expect(read("--spawn hook.sh --pool gpu --pool cpu --session-token")).toEqual({
      endpoint: "http://127.0.0.1:4100",
      apiKey: "sak_1",
      spawn: "/srv/hook.sh",
      pools: ["gpu", "cpu"],
      repository: undefined,
      sessionToken: true,
      warmIdle: undefined,
      stateDir: "/srv/.svc-controller",
    });
    expect(read("--spawn /h --all-pools").pools).toBeUndefined();
    expect(read("--spawn /h --pool gpu --warm-idle 3").warmIdle).toBe(3);
  });

  it.each([
    ["--pool gpu", key, "--spawn"],
    ["--spawn h", key, "--pool or --all-pools"],
    ["--spawn h --pool a --all-pools", key, "either --pool"],
    ["--spawn h --all-pools --warm-idle 2", key, "one --pool"],
    ["--spawn h --pool a --warm-idle 2 --session-token", key, "--session-token"],
    ["--spawn h --pool a --warm-idle x", key, "integer"],
    ["--spawn h --pool a --repository nope", key, "--repository"],
    ["--spawn h --pool a", {}, "SVC_API_KEY"],
    ["--spawn h --pool a now", key, "unexpected"],
  ])("%s is rejected", (line, environment, named) => {
    expect(() => read(line, environment)).toThrow(OptionsError);
    expect(() => read(line, environment)).toThrow(named);
  });
});

describe("the hook's environment", () => {
  it("contains the request, and a session token instead of the controller's key", () => {
    const launch = {
      workerId: "ctrl-1",
      request: {
        id: "bc-1",
        userId: 4,
        repoOwner: "acme",
        repoName: "x",
        repoUrl: "https://h/acme/x",
        labels: [],
        createdAtMs: 1,
      },
      pool: "gpu",
      credential: { token: "sst_1", expiresAt: "2026-04-20T18:30:00.000Z" },
      endpoint: "http://service",
      wake: { timeoutMs: 5 },
    };
    expect(hookEnvironment({ PATH: "/bin", SVC_API_KEY: "sak_1", HOME: "/root" }, launch, "SVC")).toEqual({
      NODE_ENV: process.env.NODE_ENV,
      PATH: "/bin",
      HOME: "/root",
      SVC_REQUEST_ID: "bc-1",
      SVC_USER_ID: "4",
      SVC_REPO_URL: "https://h/acme/x",
      SVC_REPO_OWNER: "acme",
      SVC_REPO_NAME: "x",
      SVC_REPO_URLS: '["https://h/acme/x"]',
      SVC_POOL: "gpu",
      SVC_AGENT_WORKER_ID: "ctrl-1",
      SVC_WORKER_NAME: "ctrl-1",
      SVC_WORKER_POOL_NAME: "gpu",
      SVC_API_URL: "http://service",
      SVC_API_ENDPOINT: "http://service",
      SVC_AUTH_TOKEN: "sst_1",
      SVC_AUTH_TOKEN_EXPIRES_AT: "2026-04-20T18:30:00.000Z",
      SVC_WAKE: "1",
      SVC_WAKE_TIMEOUT_MS: "5",
    });
  });
});
