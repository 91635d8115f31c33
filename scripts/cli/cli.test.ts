import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listRuns } from "@/lib/contract/agents/list-runs";
import type { User } from "@/lib/server/auth/session-reader";
import { addApiToken } from "@/lib/server/auth/testing/add-api-token";
import { runSlipway } from "../testing/run-slipway";
import { type CliFixture, spawnCommand, startCliFixture, startCommand } from "./testing/cli-fixture";

/** A run starts about 35 processes. */
const slowRun = { timeout: 120_000 };

let own: CliFixture;
let ada: User;
let configured: Record<string, string>;
beforeAll(async () => {
  own = await startCliFixture();
  ada = await own.someone("Ada", "operator");
  configured = { SLIPWAY_URL: own.url, SLIPWAY_TOKEN: (await addApiToken(own.store, ada)).token };
});
afterAll(() => own.stop());

const slipway = (args: readonly string[], environment = configured, input = "") =>
  startCommand(args, { environment, input }).exit;
const shell = (script: string) => `Work.\n\`\`\`sh\n${script}\n\`\`\``;
const idIn = (text: string) => /bc-[0-9a-f-]{36}/.exec(text)?.[0] ?? "";
const agentOf = (id: string) => own.service.call(getAgent, { params: { id } });

describe("slipway run", () => {
  it("launches an agent on a repository, follows it, and reports its branch", async () => {
    const prompt = shell("echo one; printf '\\033]0;title\\007two\\n'; echo $COLOR > color.txt");
    const options = ["--repo", "demo/orders", "--model", "script", "--env", "COLOR=teal", "--name", "From a script"];
    const { code, output, error } = await slipway(["run", prompt, ...options, "--follow"]);
    expect({ code, error }).toMatchObject({ code: 0, error: expect.stringContaining("Finished after") });
    expect(output).toContain("> Work.\n");
    expect(output).toContain("$ echo one;");
    expect(output).toContain("\n  one\n  two\n");
    expect(output).not.toContain("\u001b");
    const agent = await agentOf(idIn(error));
    expect(agent).toMatchObject({ name: "From a script", repos: [{ url: expect.stringContaining("/demo/orders") }] });
    expect(error).toContain(`Branch ${agent.git?.branches[0]?.branch}\n`);
    expect(error).toContain(`${own.url}/agents/${agent.id}`);
  });

  it("prints the agent's id without --follow, and JSON with --json", async () => {
    const started = await slipway(["run", shell("true"), "--repo", "demo/orders"]);
    expect(started).toMatchObject({ code: 0, output: expect.stringMatching(/^bc-[0-9a-f-]{36}\n$/) });
    expect(started.error).toContain(`slipway follow ${started.output.trim()}`);
    const { output } = await slipway(["run", shell("true"), "--json"]);
    const { agentId, runId, url } = JSON.parse(output);
    expect([agentId, url]).toEqual([idIn(output), `${own.url}/agents/${agentId}`]);
    await own.service.call(getRun, { params: { id: agentId, runId } });
  });

  it("exits with 1 if the run fails, and prints every event and the run as JSON", async () => {
    const { code, output } = await slipway(["run", shell("exit 3"), "--follow", "--json"]);
    const lines = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event }) => event)).toEqual(expect.arrayContaining(["status", "tool_call", "result", "done"]));
    expect(lines.at(-1)).toMatchObject({
      event: "run",
      data: { status: expect.stringMatching(/^(?:ERROR|FINISHED)$/) },
    });
    expect(code).toBe(lines.at(-1).data.status === "FINISHED" ? 0 : 1);
  });

  it("reads the prompt from standard input", async () => {
    const { output } = await slipway(["run", "-", "--json"], configured, shell("true"));
    expect(JSON.parse(output).agentId).toMatch(/^bc-/);
    const empty = await slipway(["run", "-"], configured, "\n");
    expect(empty).toMatchObject({ code: 2, error: "slipway run: the prompt is empty\n" });
  });
});

describe("slipway follow", () => {
  it("continues after lost connections, prints everything once, and exits with the outcome", async () => {
    const script = `for i in 1 2 3; do echo before-$i; done\n\`\`\`\n\`\`\`sh\nwhile ${own.gate.closed}; do sleep 0.1; done\n\`\`\`\n\`\`\`sh\necho after`;
    const { output } = await slipway(["run", shell(script)]);
    const followed = spawnCommand(["follow", output.trim()], configured);
    await expect.poll(followed.output, slowRun).toContain("before-3");
    own.dropConnections();
    await expect.poll(followed.error, slowRun).toContain("Connection lost. Reconnecting…");
    await expect.poll(followed.error, slowRun).toContain("Reconnected.");
    own.dropConnections();
    await own.gate.open();
    const ended = await followed.exit;
    expect(ended).toMatchObject({ code: 0, error: expect.stringContaining("Finished after") });
    for (const text of ["  before-1\n", "  before-2\n", "  before-3\n", "  after\n", "> Work.\n"]) {
      expect(ended.output.split(text), text).toHaveLength(2);
    }
  });

  it("detaches with Ctrl-C, and the run continues until it is canceled", async () => {
    const { output } = await slipway(["run", shell("echo started; while true; do sleep 0.1; done")]);
    const id = output.trim();
    const followed = spawnCommand(["follow", `${own.url}/agents/${id}`], configured);
    await expect.poll(followed.output, slowRun).toContain("$ echo started");
    followed.interrupt();
    expect(await followed.exit).toMatchObject({
      code: 130,
      error: expect.stringContaining("Detached. The run continues."),
    });
    const { latestRunId } = await agentOf(id);
    const run = () => own.service.call(getRun, { params: { id, runId: latestRunId } });
    expect((await run()).status).toBe("RUNNING");
    const again = startCommand(["follow", id], { environment: configured });
    await expect.poll(again.output, slowRun).toContain("$ echo started");
    expect(await slipway(["cancel", id])).toMatchObject({ code: 0, error: `Canceled the run of agent ${id}.\n` });
    expect(await again.exit).toMatchObject({ code: 1, error: expect.stringContaining("Canceled") });
    expect((await run()).status).toBe("CANCELLED");
    expect(await slipway(["cancel", id])).toMatchObject({
      code: 1,
      error: `slipway cancel: agent ${id} has no active run\n`,
    });
  });

  it("ends when its token is revoked", async () => {
    const { id, token } = await addApiToken(own.store, ada);
    const started = await slipway(["run", shell("while true; do sleep 0.1; done")]);
    const followed = startCommand(["follow", started.output.trim()], {
      environment: { ...configured, SLIPWAY_TOKEN: token },
    });
    await expect.poll(followed.output, slowRun).toContain("$ while true");
    await own.store.pool.query("update api_tokens set revoked_at = now() where id = $1", [id]);
    own.dropConnections();
    expect(await followed.exit).toMatchObject({ code: 2, error: expect.stringContaining("“ci” was revoked") });
    await slipway(["cancel", started.output.trim()]);
  });
});

it("slipway send sends a follow-up and follows it", async () => {
  const first = await slipway(["run", shell("echo first"), "--follow"]);
  const id = idIn(first.error);
  const { code, output } = await slipway(["send", id, shell("echo second"), "--follow"]);
  expect(code).toBe(0);
  expect(output).toContain("  second\n");
  expect(output).not.toContain("  first\n");
});

describe("slipway send after a lost response", () => {
  const runsOf = async (id: string) => (await own.service.call(listRuns, { params: { id }, query: {} })).items;
  const idle = async () => idIn((await slipway(["run", shell("true"), "--follow"])).error);

  it("requests the message again, which is sent once", async () => {
    const id = await idle();
    const before = own.requests.length;
    own.loseNextResponse();
    const { code, output } = await slipway(["send", id, shell("true"), "--json"]);
    expect(code).toBe(0);
    expect((await runsOf(id)).map((run) => run.id)).toEqual([JSON.parse(output).runId, expect.any(String)]);
    const request = `POST /api/dashboard/agents/${id}/follow-ups`;
    expect(own.requests.slice(before)).toEqual([request, request]);
  });

  it("reports where the result will be if the service's response was lost", async () => {
    const id = await idle();
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
      const response = await fetch(...args);
      if (String(args[0]).endsWith(`/v1/agents/${id}/runs`)) throw new TypeError("connection lost");
      return response;
    });
    const { code, error } = await slipway(["send", id, shell("true")]);
    vi.unstubAllGlobals();
    expect(code).toBe(2);
    expect(error).toContain("the service's response was lost.");
    expect(error).toContain(`${own.url}/agents/${id}`);
    expect(await runsOf(id)).toHaveLength(2);
  });
});

describe("errors name the next step", () => {
  it.each([
    [["run"], {}, 2, "run expects a prompt. Run slipway run --help."],
    [["run", "a", "b"], {}, 2, "unexpected argument b. Put a prompt of several words in quotes."],
    [["run", "a", "--unknown"], {}, 2, "Unknown option '--unknown'"],
    [["run", "a", "--branch", "x"], {}, 2, "--branch requires exactly one --repo"],
    [["run", "a", "--pr"], {}, 2, "--pr requires --repo"],
    [["run", "a", "--env", "X"], {}, 2, "--env must be NAME=VALUE"],
    [["run", "a", "--repo", "orders"], {}, 2, "--repo orders must be owner/name or a URL"],
    [
      ["run", "a", "--repo", "demo/none"],
      {},
      1,
      "repository demo/none not found, or you don't have access. Your repositories: demo/orders",
    ],
    [["run", "a", "--model", "gpt-0"], {}, 1, "gpt-0"],
    [["follow", "x"], {}, 2, "x isn't an agent's id"],
    [["follow", "bc-00000000-0000-4000-8000-000000000000"], {}, 1, "not found"],
    [
      ["run", "a"],
      { SLIPWAY_TOKEN: "" },
      2,
      "SLIPWAY_TOKEN isn't set. Create a token in the dashboard, in Settings → API tokens.",
    ],
    [["run", "a"], { SLIPWAY_URL: "" }, 2, "SLIPWAY_URL isn't set."],
    [["run", "a"], { SLIPWAY_URL: "slipway.example.com" }, 2, "slipway.example.com isn't the URL of a dashboard"],
    [
      ["run", "a"],
      { SLIPWAY_URL: "http://127.0.0.1:2" },
      2,
      "couldn't connect to http://127.0.0.1:2. Check that Slipway is running there.",
    ],
    [["run", "a"], { SLIPWAY_TOKEN: "slipway_wrong" }, 2, "The API token isn't valid. Check that it's complete."],
    [
      ["run", "a"],
      { SLIPWAY_TOKEN: "", SLIPWAY_URL: "", DATA_DIR: "/nowhere" },
      2,
      "Slipway isn't running on /nowhere. Start it, or set SLIPWAY_URL and SLIPWAY_TOKEN.",
    ],
  ] as const)("%j %j", async (args, changes, code, message) => {
    const result = await slipway(args, { ...configured, ...changes });
    expect(result).toMatchObject({ code, output: "" });
    expect(result.error).toContain(`slipway ${args[0]}: `);
    expect(result.error).toContain(message);
  });

  it("for another address of the dashboard, and for a server that isn't a dashboard", async () => {
    const other = own.url.replace("127.0.0.1", "localhost");
    const wrong = await slipway(["run", "a"], { ...configured, SLIPWAY_URL: other });
    expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining("isn't the dashboard's own address") });
    const service = await slipway(["run", "a"], { ...configured, SLIPWAY_URL: own.service.url });
    expect(service).toMatchObject({
      code: 2,
      error: expect.stringContaining("Check that it's the URL of a Slipway dashboard."),
    });
  });

  it("for expired tokens and an insufficient role", async () => {
    const { token } = await addApiToken(own.store, ada, { lifetimeMs: 1 });
    const expired = await slipway(["run", "a"], { ...configured, SLIPWAY_TOKEN: token });
    expect(expired).toMatchObject({
      code: 2,
      error: expect.stringContaining("Create another in Settings → API tokens."),
    });
    const viewer = await addApiToken(own.store, ada, { role: "viewer" });
    const weak = await slipway(["run", "a"], { ...configured, SLIPWAY_TOKEN: viewer.token });
    expect(weak).toMatchObject({
      code: 1,
      error: "slipway run: This requires the operator role; the role of API token “ci” is viewer.\n",
    });
  });

  it.each(["run", "send", "follow", "cancel"])("prints the help of %s", async (command) => {
    const { code, output } = await slipway([command, "--help"]);
    expect([code, output]).toEqual([0, expect.stringContaining(`Usage: slipway ${command} `)]);
  });
});

describe("on the machine of a running Slipway", () => {
  it("needs no configuration, creates one token for the first admin, and replaces it after it was revoked", async () => {
    const { dataDir } = own.service;
    const running = { databaseUrl: own.databaseUrl, webUrl: own.url, serviceUrl: own.service.url };
    await writeFile(join(dataDir, "running.json"), JSON.stringify(running));
    await own.someone("Root", "admin");
    const environment = { SLIPWAY_URL: "", SLIPWAY_TOKEN: "", DATA_DIR: dataDir, DATABASE_URL: "postgres://other" };
    const launch = async () => {
      const { code, error } = await runSlipway(["run", shell("true")], { environment });
      expect({ code, error }).toEqual({ code: 0, error: expect.stringContaining("Started: ") });
    };
    const stored = async () => JSON.parse(await readFile(join(dataDir, "cli-token.json"), "utf8")).token;
    // Works in any folder.
    const folder = process.cwd();
    process.chdir(dataDir);
    await launch().finally(() => process.chdir(folder));
    expect((await stat(join(dataDir, "cli-token.json"))).mode & 0o777).toBe(0o600);
    const first = await stored();
    await launch();
    expect(await stored()).toBe(first);
    const tokens = () =>
      own.store.pool.query(
        "select t.id, t.role, p.email from api_tokens t join users p on p.id = t.user_id where t.name like 'Command line on %'",
      );
    const { rows } = await tokens();
    expect(rows).toEqual([{ id: expect.any(String), role: "operator", email: "root@x.example" }]);
    await own.store.pool.query("update api_tokens set revoked_at = now() where id = $1", [rows[0].id]);
    await launch();
    expect(await stored()).not.toBe(first);
    expect((await tokens()).rows).toHaveLength(2);
    const { rows: audited } = await own.store.pool.query(
      "select count(*)::int from audit where operation_id = 'createApiToken'",
    );
    expect(audited).toEqual([{ count: 4 }]);
  });
});
