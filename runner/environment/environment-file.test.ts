import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { McpServer } from "@/lib/contract/agents/mcp-server";
import type { RunFrame } from "../run/run-spec";
import { probeSandbox } from "../sandbox/probe-sandbox";
import { agentProgram } from "../testing/agent-program";
import { pushEnvironment } from "../testing/push-environment";
import { createRunHarness, type RunHarness } from "../testing/run-harness";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

const branchWith = (name: string, text: string) => pushEnvironment(harness, name, text);

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

  it("E-TERM-03 E-TERM-07 E-TERM-09 gives the agent the names and descriptions of its terminals, and shows their output", async () => {
    const terminals = [
      { name: "server", command: "echo listening; sleep 1000", description: "serves the app on port 3000" },
      [{ command: "echo watching; sleep 1000" }],
    ];
    const branch = await branchWith("terminals", JSON.stringify({ terminals }));
    const reply =
      "say(params.prompt.map(({ text }) => text).join('\\n')); setTimeout(() => send({ id, result: { stopReason: 'end_turn' } }), 500);";
    const command = await harness.program("terminals", agentProgram(reply));
    const { outcome, frames } = await harness.run({ command, repositories: [harness.repository(branch)] });
    expect(outcome.result).toContain("server: serves the app on port 3000 (echo listening; sleep 1000)");
    expect(outcome.result).toContain("echo watching; sleep 1000");
    const results = commandsOf(frames).map(({ result }) => JSON.stringify(result));
    expect(results.sort()).toEqual([expect.stringContaining("listening"), expect.stringContaining("watching")]);
  });

  /** Runs an agent that repeats its prompt and the path of its browser. Returns these and what the run's header shows. */
  async function promptWith(name: string, file: object) {
    const branch = await branchWith(name, JSON.stringify(file));
    const reply = `say(params.prompt.map(({ text }) => text).join('\\n') + ' browser=' + process.env.CHROME_PATH); send({ id, result: { stopReason: 'end_turn' } });`;
    const command = await harness.program(name, agentProgram(reply));
    const { outcome, frames } = await harness.run({ command, repositories: [harness.repository(branch)] });
    const [header] = frames.flatMap(({ data }) =>
      JSON.stringify(data).includes('"state":"environment"') ? [data] : [],
    );
    return { prompt: outcome.result, header };
  }

  it("E-PORT-01 gives the agent the ports, and shows them", async () => {
    const ports = [{ port: 3000, name: "app" }, { port: 9229 }];
    const { prompt, header } = await promptWith("ports", { ports });
    expect(prompt).toContain("- 3000 (app)\n- 9229");
    expect(header).toMatchObject({ environment: { ports, egressMode: "default_with_network_settings" } });
  });

  it.each<[string, { enable_testing?: boolean | string }, boolean]>([
    ["E-COMMON-11 on when omitted", {}, true],
    ["E-COMMON-08 on with true", { enable_testing: true }, true],
    ['E-COMMON-09 on with "true"', { enable_testing: "true" }, true],
    ["E-COMMON-12 off with false", { enable_testing: false }, false],
    ['E-COMMON-12 off with "false"', { enable_testing: "false" }, false],
  ])("turns testing %s in the prompt, the browser and the header", async (title, file, testing) => {
    const name = `testing-${title.slice(0, 11)}-${typeof file.enable_testing}`;
    const { prompt, header } = await promptWith(name, { ...file, chromeExecutablePath: "/bin/sh" });
    expect(prompt?.includes("Testing is turned off")).toBe(!testing);
    expect(prompt).toContain(`browser=${testing ? "/bin/sh" : "undefined"}`);
    expect(header).toMatchObject({ environment: { testing } });
  });

  it("E-COMMON-07 fails immediately if its browser isn't in the environment", async () => {
    const branch = await branchWith("browser", JSON.stringify({ chromeExecutablePath: "/usr/bin/missing-browser" }));
    const { outcome } = await harness.run({ repositories: [harness.repository(branch)] });
    expect(outcome.error?.code).toBe("environment_unsupported");
    expect(outcome.error?.message).toContain("/usr/bin/missing-browser");
  });

  it("E-COMMON-07 gives the agent the path of its browser", { tags: ["long"] }, async () => {
    const branch = await branchWith("browser-path", JSON.stringify({ chromeExecutablePath: "/bin/sh" }));
    const prompt = { text: shell("echo browser=$CHROME_PATH"), images: [] };
    const { frames } = await harness.run({ prompt, repositories: [harness.repository(branch)] });
    expect(JSON.stringify(frames)).toContain("browser=/bin/sh");
  });

  it.each([
    ["E-BASE-10 image", { image: "debian:12" }],
    ["E-BASE-01 build", { build: { dockerfileContents: "FROM debian:12" } }],
    ["E-BASE-11 snapshot", { snapshot: "snap-1" }],
  ])("%s fails immediately, with the fix, where no containers are available", async (title, file) => {
    const name = title.split(" ").at(-1) ?? "";
    const branch = await branchWith(`base-${name}`, JSON.stringify(file));
    const { outcome } = await harness.run({ repositories: [harness.repository(branch)] });
    expect(outcome.error?.code).toBe("environment_unsupported");
    expect(outcome.error?.message).toMatch(new RegExp(`${name}: .*Remove it from the file`));
  });

  it.each([
    ["E-MCP-07 all without a policy", {}, ["docs", "other", "local"]],
    ["E-MCP-08 all with an empty list", { mcpServerAllowlist: [] }, ["docs", "other", "local"]],
    ["E-MCP-02 none", { disableAllMcpServers: true, mcpServerAllowlist: [{ command: "npx *" }] }, []],
    [
      "E-MCP-05 those on its list",
      { disableAllMcpServers: false, mcpServerAllowlist: [{ serverUrl: "*.example.com" }, { command: "npx *" }] },
      ["docs", "local"],
    ],
  ])("gives the agent the MCP servers its environment allows: %s", async (title, file, allowed) => {
    const servers = [
      { name: "docs", url: "https://mcp.example.com/v1" },
      { name: "other", url: "https://elsewhere.org" },
      { name: "local", command: "npx", args: ["-y", "tool"] },
    ].map((server) => McpServer.parse(server));
    const branch = await branchWith(title.slice(0, 8), JSON.stringify(file));
    const reply =
      "say(session.mcpServers.map(({ name }) => name).join()); send({ id, result: { stopReason: 'end_turn' } });";
    const command = await harness.program(
      title.slice(0, 8),
      agentProgram(reply, { capabilities: "{ mcpCapabilities: { http: true } }" }),
    );
    const { outcome } = await harness.run({
      command,
      repositories: [harness.repository(branch)],
      mcpServers: servers,
    });
    expect(outcome).toMatchObject({ status: "FINISHED", result: allowed.join() });
  });

  it.each([
    ["E-MCP-03", { disableAllMcpServers: true }],
    ["E-MCP-06", { mcpServerAllowlist: [{ command: "other" }] }],
  ])("%s leaves the agent the tools that are built in", async (title, file) => {
    const branch = await branchWith(title, JSON.stringify(file));
    const prompt = { text: shell("echo $((40 + 2)) built in"), images: [] };
    const { outcome, frames } = await harness.run({ prompt, repositories: [harness.repository(branch)] });
    expect(outcome.status).toBe("FINISHED");
    expect(JSON.stringify(commandsOf(frames))).toContain("42 built in");
  });
});

const driver = await probeSandbox({ sandbox: "auto" });

describe.skipIf(driver === "none")("a sandboxed run on a repository with an environment file", () => {
  let count = 0;

  /** Runs a script with an environment file, and returns its output. */
  async function runWith(file: object, script: string, inherited: string[] = []) {
    count += 1;
    const branch = await branchWith(`sandboxed-${count}`, JSON.stringify(file));
    const { outcome, frames } = await harness.run(
      {
        prompt: { text: shell(script), images: [] },
        repositories: [{ ...harness.httpRepository(), startingRef: branch }],
      },
      { sandbox: driver, egress: { inherited, blocked: ["blocked.test"], required: [] } },
    );
    return { outcome, output: JSON.stringify(frames) };
  }

  it("E-COMMON-02 runs as the environment's user", { tags: ["long"] }, async () => {
    expect((await runWith({ user: "builder" }, "echo user=$(id -un)")).output).toContain("user=builder");
    expect((await runWith({ user: "root" }, "echo user=$(id -un)")).output).toContain("user=root");
    expect((await runWith({}, "echo user=$(id -un)")).output).toContain("user=ubuntu");
    expect((await runWith({ user: "a b" }, "true")).outcome.error?.code).toBe("environment_invalid");
  });

  const visit = (host: string) => `curl --silent --show-error --noproxy '' http://${host}/; true`;
  const blockedByPolicy = "not in the allowed domains";
  // An allowed name is resolved and then blocked, because its address is loopback.
  const allowed = "localhost:80 is not a public address";

  it.each([
    [
      "E-EGRESS-01 E-EGRESS-06 network_settings_only with its list",
      { egressMode: "network_settings_only", egressAllowlist: ["localhost"] },
      [],
      allowed,
    ],
    [
      "E-EGRESS-06 network_settings_only without a list",
      { egressMode: "network_settings_only" },
      ["localhost"],
      blockedByPolicy,
    ],
    [
      "E-EGRESS-04 parent_plus_network_settings with its list",
      { egressMode: "parent_plus_network_settings", egressAllowlist: ["localhost"] },
      [],
      allowed,
    ],
    [
      "E-EGRESS-04 parent_plus_network_settings with the inherited list",
      { egressMode: "parent_plus_network_settings" },
      ["localhost"],
      allowed,
    ],
    [
      "E-EGRESS-02 a list without a mode, with the inherited list",
      { egressAllowlist: ["example.com"] },
      ["localhost"],
      allowed,
    ],
    [
      "E-EGRESS-05 default_with_network_settings with its list",
      { egressMode: "default_with_network_settings", egressAllowlist: ["localhost"] },
      [],
      allowed,
    ],
    [
      "E-EGRESS-05 default_with_network_settings without a list",
      { egressMode: "default_with_network_settings" },
      ["localhost"],
      blockedByPolicy,
    ],
    ["E-EGRESS-03 allow_all", { egressMode: "allow_all" }, [], allowed],
  ])("%s", { tags: ["long"] }, async (_title, file, inherited, expected) => {
    expect((await runWith(file, visit("localhost"), inherited)).output).toContain(expected);
  });

  it("E-EGRESS-03 applies the team's blocklist even with allow_all, and shows what was blocked", async () => {
    const { output } = await runWith({ egressMode: "allow_all" }, visit("blocked.test"));
    expect(output).toContain("Connection blocked: blocked.test:80 is blocked by the team");
    expect(output).toContain('"connection":{"host":"blocked.test","port":80,"reason":"blocked by the team"}');
  });
});
