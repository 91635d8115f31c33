import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RunFrame } from "../run/run-spec";
import { shellPrompt } from "../testing/prompt-text";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { probeSandbox } from "./probe-sandbox";
import { processesWith } from "./testing/attacks";

const sandbox = await probeSandbox({ sandbox: "auto" });

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

describe("a run without a sandbox", () => {
  it("reports it in its first frame", { tags: ["long"] }, async () => {
    const { frames } = await harness.run({ prompt: shellPrompt("true") }, { sandbox: "none" });
    expect(frames[0]).toEqual({
      event: "interaction_update",
      data: { type: "context-injection-state", injectionId: expect.any(String), state: "unisolated" },
    });
  });
});

describe.skipIf(sandbox === "none")("a sandboxed run", () => {
  it("sees its workspace, but no other folders or processes", { tags: ["long"] }, async () => {
    const secret = join(harness.folder, "keys.json");
    await writeFile(secret, "secret");
    const workspaceDir = join(harness.folder, "isolated", "agent");
    const script = [
      "exec > artifacts/report.txt 2>&1",
      `cat ${secret}; ls ${harness.folder}; ls ${join(harness.folder, "isolated")}`,
      `touch /usr/x; touch ${join(workspaceDir, "transfer", "x")}; cat /etc/shadow`,
      "ls /proc | grep -c '^[0-9]'; git log --oneline; echo done > done.txt; echo $GREETING",
    ].join("\n");
    const { outcome, frames } = await harness.run(
      {
        workspaceDir,
        repositories: [harness.httpRepository()],
        prompt: shellPrompt(script),
        branch: { name: "svc/isolated", current: false },
        variables: { GREETING: "hello", SCRIPT_AGENT_DELAY_MS: "0" },
      },
      { sandbox },
    );
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [{ branch: "svc/isolated" }] });
    expect(JSON.stringify(frames)).not.toContain("unisolated");
    const report = await readFile(join(workspaceDir, "artifacts", "report.txt"), "utf8");
    expect(report).toContain("keys.json: No such file or directory");
    expect(report).toContain("touch: cannot touch '/usr/x': Read-only file system");
    expect(report).toContain("transfer/x': Read-only file system");
    expect(report).toMatch(/\n[1-9]\n.* Initial commit\nhello\n$/);
    expect(report).not.toContain("secret\n");
    expect(report).not.toContain("root:");
  });

  it("ends with all of its processes when canceled", { tags: ["long"] }, async () => {
    const controller = new AbortController();
    const frames: RunFrame[] = [];
    const running = harness.run(
      {
        repositories: [harness.httpRepository()],
        prompt: shellPrompt("env -i setsid sleep 1234567 & echo started; sleep 7654321"),
      },
      {
        sandbox,
        gitProtocols: ["http"],
        signal: controller.signal,
        record: async (batch) => void frames.push(...batch),
      },
    );
    await vi.waitFor(() => expect(JSON.stringify(frames)).toContain('"data":"started'), { timeout: 20_000 });
    const startedAt = performance.now();
    controller.abort();
    expect((await running).outcome.status).toBe("CANCELLED");
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it("ends with all of its processes when canceled while its server doesn't respond", { tags: ["long"] }, async () => {
    const controller = new AbortController();
    let connections = 0;
    const server = createServer(() => {
      connections += 1;
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const cloneUrl = `http://127.0.0.1:${port}/silent.git`;
    const running = harness.run(
      { runId: "run-silent", repositories: [{ ...harness.httpRepository(), cloneUrl }] },
      { sandbox, gitProtocols: ["http"], signal: controller.signal },
    );
    await vi.waitFor(() => expect(connections).toBe(1), { timeout: 60_000 });
    expect(processesWith("silent.git").length).toBeGreaterThan(0);
    const startedAt = performance.now();
    controller.abort();
    expect((await running).outcome.status).toBe("CANCELLED");
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await vi.waitFor(() => expect(processesWith("silent.git")).toEqual([]));
    server.closeAllConnections();
    server.close();
  });
});
