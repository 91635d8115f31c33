import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { McpServer } from "@/lib/contract/agents/mcp-server";
import { checkEnvironment } from "@/lib/model/environment/check";
import { git } from "../git/testing/git-fixture";
import { permittedServers } from "./environment-file";
import type { RunFrame } from "./run-spec";
import { createRunHarness, type RunHarness } from "./testing/run-harness";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

/** Pushes an environment file to a new branch and returns the branch. */
async function branchWith(name: string, text: string): Promise<string> {
  const work = await mkdtemp(join(harness.folder, "env-"));
  await git(harness.folder, "clone", "--quiet", harness.remote, work);
  await git(work, "checkout", "--quiet", "-b", name);
  await mkdir(join(work, ".svc"), { recursive: true });
  await writeFile(join(work, ".svc", "environment.json"), text);
  await git(work, "add", "--all");
  await git(work, "commit", "--quiet", "--message=Environment");
  await git(work, "push", "--quiet", "origin", name);
  await rm(work, { recursive: true, force: true });
  return name;
}

const shell = (command: string) => `\`\`\`sh\n${command}\n\`\`\``;

/** Returns the completed shell calls of a run. */
const commandsOf = (frames: readonly RunFrame[]) =>
  frames.flatMap(({ event, data }) => {
    const { status, args, result } = data as { status?: string; args?: { command?: string }; result?: unknown };
    return event === "tool_call" && status === "completed" && args?.command ? [{ command: args.command, result }] : [];
  });

describe("a run on a repository with an environment file", () => {
  it("E-COMMON-03 E-COMMON-04 E-TERM-01 runs install, then start, then the terminals, from the project root", async () => {
    const text = JSON.stringify({
      install: "pwd >> /dev/stdout; echo installed >> order.txt",
      start: "echo started >> order.txt",
      terminals: [{ command: "echo $PWD > terminal.txt; sleep 1000" }],
    });
    const branch = await branchWith("commands", `// setup\n${text}`);
    const prompt = {
      text: shell("for i in $(seq 100); do [ -s terminal.txt ] && break; sleep 0.1; done; cat order.txt terminal.txt"),
      images: [],
    };
    const over = { prompt, repositories: [harness.repository(branch)], workspaceDir: join(harness.folder, "commands") };
    const { outcome, frames } = await harness.run(over);
    expect(outcome).toMatchObject({ status: "FINISHED" });
    const output = JSON.stringify(frames);
    expect(output).toContain("installed\\nstarted\\n");
    expect(output).toMatch(/repos\/payments/);
    const [install, start] = commandsOf(frames);
    expect([install?.command, start?.command]).toEqual([
      expect.stringContaining("installed"),
      expect.stringContaining("started"),
    ]);

    // The next run doesn't install again but starts again.
    const again = await harness.run({ ...over, prompt: { text: shell("cat order.txt"), images: [] } });
    expect(commandsOf(again.frames)[0]?.command).toContain("started");
  });

  it("fails immediately with line and column if the file is invalid", async () => {
    const branch = await branchWith("invalid", '{\n  "install": "touch ran",\n  "ports": [{ "port": 0 }],\n}\n');
    const { outcome } = await harness.run({ repositories: [harness.repository(branch)] });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "environment_invalid" } });
    expect(outcome.error?.message).toContain(".svc/environment.json:3:23: ports[0].port must be 1 to 65535, not 0.");
    expect(outcome.error?.message).toContain(".svc/environment.json:3:27: Trailing commas aren't allowed.");
  });

  it.each(["install", "start"])("fails with the output of %s if it fails", async (what) => {
    const branch = await branchWith(`failing-${what}`, JSON.stringify({ [what]: "echo not found >&2; exit 3" }));
    const { outcome, frames } = await harness.run({ repositories: [harness.repository(branch)] });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: `environment_${what}_failed` } });
    expect(outcome.error?.message).toMatch(/exited with code 3:\nnot found/);
    expect(commandsOf(frames)).toHaveLength(1);
  });

  it("can be canceled during install and leaves no process running", async () => {
    const branch = await branchWith("endless", JSON.stringify({ install: "echo started; sleep 1000" }));
    const cancel = new AbortController();
    const { outcome } = await harness.run(
      { repositories: [harness.repository(branch)] },
      {
        signal: cancel.signal,
        record: async (frames) => {
          if (JSON.stringify(frames).includes("started")) cancel.abort();
        },
      },
    );
    expect(outcome.status).toBe("CANCELLED");
  });

  it("doesn't run install and start on a self-hosted worker", async () => {
    const branch = await branchWith("self-hosted", JSON.stringify({ install: "exit 1" }));
    const { outcome } = await harness.run({ repositories: [harness.repository(branch)], selfHosted: true });
    expect(outcome.status).toBe("FINISHED");
  });

  it("E-MCP-02 E-MCP-05 gives the agent only the MCP servers its environment allows", () => {
    const servers = [
      { name: "docs", url: "https://mcp.example.com/v1" },
      { name: "other", url: "https://elsewhere.org" },
      { name: "local", command: "npx", args: ["-y", "tool"] },
    ].map((server) => McpServer.parse(server));
    const names = (file: object) =>
      permittedServers(harness.spec({ mcpServers: servers }), checkEnvironment(JSON.stringify(file)).effective).map(
        ({ name }) => name,
      );
    expect(names({})).toEqual(["docs", "other", "local"]);
    expect(names({ disableAllMcpServers: true })).toEqual([]);
    expect(names({ mcpServerAllowlist: [{ serverUrl: "*.example.com" }, { command: "npx *" }] })).toEqual([
      "docs",
      "local",
    ]);
  });
});
