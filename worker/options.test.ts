import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { describeOptions, OptionsError } from "./arguments";
import { readWorkerOptions, workerOptions } from "./options";

const defaults = { prefix: "SVC", endpoint: "http://127.0.0.1:4100", cwd: "/srv/work" };
const key = { SVC_API_KEY: "sak_1" };

const read = (line: string, environment: Record<string, string> = key, prefix = "SVC") =>
  readWorkerOptions(line.split(" ").filter(Boolean), environment, { ...defaults, prefix });

function problems(line: string, environment: Record<string, string> = key): readonly string[] {
  try {
    read(line, environment);
    return [];
  } catch (error) {
    if (error instanceof OptionsError) return error.problems;
    throw error;
  }
}

describe("the worker's options", () => {
  it("P-PROC-01 P-PROC-04 read the worker id from the variable or the option", () => {
    expect(read("start", { ...key, SVC_AGENT_WORKER_ID: "ctrl-1" }).workerId).toBe("ctrl-1");
    expect(read("--worker-id ctrl-1 start").workerId).toBe("ctrl-1");
    expect(read("start").workerId).toBeUndefined();
  });

  it("P-PROC-05 hide worker-id in the help", () => {
    const help = describeOptions(workerOptions, "SVC");
    expect(help).not.toContain("worker-id");
    expect(help).toContain("--idle-release-timeout <seconds> (SVC_WORKER_IDLE_RELEASE_TIMEOUT)");
  });

  it("P-PROC-06 read the pool from the option or variable, named default without a value; without both it is a machine", () => {
    expect(read("--pool gpu start").pool).toBe("gpu");
    expect(read("--pool=start start").pool).toBe("start");
    expect(read("--pool start").pool).toBe("default");
    expect(read("start", { ...key, SVC_WORKER_POOL_NAME: "cpu" }).pool).toBe("cpu");
    expect(read("--pool-name gpu start").pool).toBe("gpu");
    expect(read("--single-use start").pool).toBe("default");
    expect(read("start").pool).toBeUndefined();
  });

  it("P-PROC-08 P-WORKER-36 use the host name by default", () => {
    expect(read("--name gpu-node-1 start").name).toBe("gpu-node-1");
    expect(read("start").name).toBe(hostname());
  });

  it("P-PROC-09 prefer a token file over the service-account key", () => {
    expect(read("--auth-token-file token --pool start").credential).toEqual({ kind: "file", path: "/srv/work/token" });
    expect(read("--auth-token t --api-key k start", {}).credential).toEqual({ kind: "token", text: "t" });
    expect(read("--api-key k start", key).credential).toEqual({ kind: "key", text: "k" });
  });

  it("P-PROC-11 read the idle timeout from the option or variable", () => {
    expect(read("--pool --idle-release-timeout 5 start").idleReleaseTimeout).toBe(5);
    expect(read("--pool start", { ...key, SVC_WORKER_IDLE_RELEASE_TIMEOUT: "6" }).idleReleaseTimeout).toBe(6);
    expect(read("--pool start").idleReleaseTimeout).toBe(3600);
    expect(read("start").idleReleaseTimeout).toBe(0);
  });

  it("A-CONV-09 use variables with the service name", () => {
    const environment = { ACME_AGENT_WORKER_ID: "w1", ACME_WORKER_IDLE_RELEASE_TIMEOUT: "7", ACME_API_KEY: "k" };
    expect(read("--pool start", environment, "ACME")).toMatchObject({ workerId: "w1", idleReleaseTimeout: 7 });
    expect(problems("start", { ...environment })).toEqual([expect.stringContaining("SVC_API_KEY")]);
  });

  it("include folders, labels and the management address", () => {
    expect(read("--worker-dir a --worker-dir /b --label a=1 --label b=2 --management-addr :8080 start")).toMatchObject({
      workerDirs: ["/srv/work/a", "/b"],
      labels: ["a=1", "b=2"],
      management: { host: "0.0.0.0", port: 8080 },
    });
    expect(read("--management-addr [::1]:80 start").management).toEqual({ host: "::1", port: 80 });
    expect(read("start").workerDirs).toEqual(["/srv/work"]);
  });

  it.each([
    ["", {}, "SVC_API_KEY"],
    ["--pool gpu --nope start", key, "--nope"],
    ["--idle-release-timeout soon start", key, "--idle-release-timeout"],
    ["--idle-release-timeout -1 start", key, "--idle-release-timeout"],
    ["--worker-id ../x start", key, "worker id"],
    ["--name a --name b start", key, "--name is specified twice"],
    ["--label a=1 --labels-file f start", key, "--label or --labels-file"],
    ["--management-addr 8080 start", key, "--management-addr"],
    ["--endpoint ftp://x start", key, "--endpoint"],
    ["--clone-git-repos start", key, "--clone-git-repos"],
    ["--share-desktop view start", key, "--share-desktop is not supported"],
    ["stop", key, "unknown command stop"],
    ["start now", key, "unexpected arguments"],
    ["--pool gpu start --name", key, "--name requires a value"],
    ["--verbose=1 start", key, "--verbose doesn't take a value"],
  ])("reject %s", (line, environment, named) => {
    expect(problems(line, environment).join("\n")).toContain(named);
  });
});
