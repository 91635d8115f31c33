import { randomUUID } from "node:crypto";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listReferences, readReference } from "@/git/refs/references";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { createLog } from "@/lib/core/log";
import { readSettings } from "@/lib/core/settings/settings";
import { startTestPostgres } from "@/postgres/testing/test-server";
import { executeRun } from "@/runner/execute-run";
import { startService } from "../start";
import { startTestService, type TestService } from "../testing/test-service";
import { createBackup } from "./backup";
import { manifestFile, readManifest } from "./manifest";
import { checkRestore, finishRestore, restoreBackup } from "./restore";

const log = createLog({ program: "test", level: "silent" });
const demo = "/v1/repohost/repos/demo/orders";
const author = { name: "Ada", email: "ada@example.test" };
let test: TestService;
let folders = "";
let taken = "";
let agentId = "";
let runId = "";

/** URL of the database server, from which the programs derive their databases. */
const serverUrl = () => test.service.database.url.replace(/_service$/, "");

async function backUp(name: string, folder = join(folders, `${name}-${randomUUID()}`)) {
  const warnings: string[] = [];
  await createBackup({
    settings: test.service.settings,
    serverUrl: serverUrl(),
    folder,
    warn: (line) => warnings.push(line),
  });
  expect(warnings).toEqual([]);
  return folder;
}

/** Restores into a new data folder and database. */
async function restore(folder: string) {
  const dataDir = await mkdtemp(join(folders, "restored-"));
  const postgres = await startTestPostgres();
  const settings = readSettings({ DATA_DIR: dataDir, SERVICE_PORT: "0", DEMO: "0" });
  const manifest = await checkRestore(folder, settings);
  await restoreBackup({ settings, serverUrl: postgres.url, folder, manifest, log });
  return { settings, dataDir, postgres, report: await finishRestore(settings, postgres.url, log) };
}

async function readAt(url: string, key: string, path: string): Promise<[status: number, body: string]> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  // Links contain the service's address, which differs.
  return [response.status, (await response.text()).replace(/http:\/\/127\.0\.0\.1:[0-9]+/g, "")];
}

/** Everything a client sees of an agent with one run. */
async function stateOfAgent(get: (path: string) => Promise<[number, string]>, id: string, run: string) {
  return {
    agent: await get(`/v1/agents/${id}`),
    transcript: await get(`/v1/agents/${id}/runs/${run}/stream`),
    artifacts: await get(`/v1/agents/${id}/artifacts`),
  };
}

/** Everything a client sees of the agents, transcripts, pull requests and references. */
async function visibleState({ url, key, dataDir }: { url: string; key: string; dataDir: string }) {
  const get = (path: string) => readAt(url, key, path);
  const [folder = ""] = await readdir(join(dataDir, "git"));
  return {
    agents: await get("/v1/agents"),
    ...(await stateOfAgent(get, agentId, runId)),
    pulls: await get(`${demo}/pulls?state=all`),
    branches: await get(`${demo}/branches`),
    references: await listReferences(join(dataDir, "git", folder)),
  };
}

beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
  folders = await mkdtemp(join(tmpdir(), "slipway-backups-"));
  const text = "```sh\necho report > artifacts/report.txt; echo new > new.txt\n```";
  const body = { prompt: { text }, repos: [{ url: `${test.url}/demo/orders` }] };
  const { agent, run } = await test.call(createAgent, { body });
  await test.stream(agent.id, run.id);
  [agentId, runId] = [agent.id, run.id];
  await test.demoPulls;
  // Previews of merges are prepared when they are read.
  await visibleState({ url: test.url, key: test.keys.user, dataDir: test.dataDir });
  await test.service.mergePreparation.idle();
  taken = await backUp("quiet");
});
afterAll(async () => {
  await test.close();
  await rm(folders, { recursive: true, force: true });
});

it("restores agents, transcripts, artifacts, pull requests and references", async () => {
  const before = await visibleState({ url: test.url, key: test.keys.user, dataDir: test.dataDir });
  expect([before.agents[0], before.transcript[0], before.pulls[0], before.branches[0]]).toEqual([200, 200, 200, 200]);
  const { settings, dataDir, postgres, report } = await restore(taken);
  expect(report).toEqual({ checked: expect.stringContaining("1 repository"), problems: [] });
  const running = await startService({ settings, databaseUrl: postgres.url, exclusive: true, executeRun, log });
  try {
    expect(await visibleState({ url: running.url, key: test.keys.user, dataDir })).toEqual(before);
    // A follow-up has the files of the artifacts folder, or it would replace the artifacts with none.
    const artifact = join(dataDir, "workspaces", agentId, "artifacts", "report.txt");
    expect(await readFile(artifact, "utf8")).toBe("report\n");
    // Identity columns continue after the restored rows.
    const created = await fetch(`${running.url}/v1/agents`, {
      method: "POST",
      headers: { authorization: `Bearer ${test.keys.user}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: { text: "Hello" } }),
    });
    expect(created.status).toBe(201);
  } finally {
    await running.close();
    await postgres.stop();
  }
});

describe("under load", () => {
  it("restores a state in which database and git agree", { tags: ["long"] }, async () => {
    const until = new AbortController();
    let writes = 0;
    const write = async (path: string, body: unknown, method = "POST") => {
      const { status, body: answer } = await test.send(method, path, { body });
      if (status >= 300) throw new Error(`${path} returned ${status}: ${JSON.stringify(answer)}`);
      writes += 1;
      return answer;
    };
    const [repository = ""] = await test.service.repositories.list();
    const head = (await readReference(test.service.repositories.path(repository), "refs/heads/main")) ?? "";
    /** The commits of each branch, in the order in which they were acknowledged. */
    const written = new Map<string, string[]>();
    const writer = async (index: number) => {
      const branch = `load-${index}`;
      const shas = [head];
      written.set(branch, shas);
      await write(`${demo}/git/refs`, { ref: `heads/${branch}`, sha: head });
      let at = head;
      for (let change = 0; !until.signal.aborted; change += 1) {
        const answer = await write(`${demo}/git/commits:createFromFiles`, {
          targetBranch: branch,
          expectedHeadSha: at,
          message: `Change ${change}`,
          author,
          files: [{ path: `${branch}.txt`, content: `${change}\n` }],
        });
        at = String(Object(answer).sha);
        shas.push(at);
        // Leaves the commits without a branch.
        if (change % 3 === 2) {
          await write(`${demo}/git/refs/heads/${branch}`, undefined, "DELETE");
          await write(`${demo}/git/refs`, { ref: `heads/${branch}`, sha: head });
          at = head;
          shas.push(at);
        }
        await nextTurn();
      }
    };
    const finished: { id: string; run: string }[] = [];
    const agents = async () => {
      const body = {
        prompt: { text: "```sh\necho out; echo x > artifacts/x.txt\n```" },
        repos: [{ url: `${test.url}/demo/orders` }],
      };
      while (!until.signal.aborted) {
        const { agent, run } = await test.call(createAgent, { body });
        await test.stream(agent.id, run.id);
        finished.push({ id: agent.id, run: run.id });
        writes += 1;
      }
    };
    const working = Promise.all([writer(0), writer(1), writer(2), agents()]);
    await Promise.race([
      working,
      vi.waitFor(() => expect([writes > 8, finished.length > 0]).toEqual([true, true]), {
        timeout: 60_000,
        interval: 5,
      }),
    ]);
    let folder = "";
    /** What was acknowledged before the backup. */
    let before = { agents: 0, commits: new Map<string, number>() };
    for (let during = 0; during === 0; ) {
      const started = writes;
      before = {
        agents: finished.length,
        commits: new Map([...written].map(([branch, shas]) => [branch, shas.length - 1])),
      };
      folder = await backUp("load");
      during = writes - started;
    }
    until.abort();
    await working;
    const { user } = test.keys;
    const pulls = await readAt(test.url, user, `${demo}/pulls?state=all`);
    const { settings, postgres, report } = await restore(folder);
    expect(report.problems).toEqual([]);
    const running = await startService({ settings, databaseUrl: postgres.url, exclusive: true, executeRun, log });
    const list = await fetch(`${running.url}/v1/agents`, { headers: { authorization: `Bearer ${test.keys.user}` } });
    expect(listAgents.response.parse(await list.json()).items.map(({ id }) => id)).toContain(agentId);
    expect(await readAt(running.url, user, `${demo}/pulls?state=all`)).toEqual(pulls);
    const ended = [{ id: agentId, run: runId }, ...finished.slice(0, before.agents)];
    expect(ended.length).toBeGreaterThan(1);
    for (const { id, run } of ended) {
      const original = await stateOfAgent((path) => readAt(test.url, user, path), id, run);
      expect(original.transcript[0]).toBe(200);
      expect(await stateOfAgent((path) => readAt(running.url, user, path), id, run)).toEqual(original);
    }
    const [restored = ""] = await readdir(join(settings.dataDir, "git"));
    for (const [branch, shas] of written) {
      const sha = await readReference(join(settings.dataDir, "git", restored), `refs/heads/${branch}`);
      // A branch that was deleted when the backup was taken is missing; otherwise nothing acknowledged is lost.
      if (sha !== undefined) expect(shas.slice(before.commits.get(branch))).toContain(sha);
    }
    await running.close();
    await postgres.stop();
  });
});

describe("a damaged or unsuitable backup", () => {
  const settings = () => readSettings({ DATA_DIR: join(folders, "new") });

  it("is rejected if files are missing, truncated or changed", { tags: ["long"] }, async () => {
    const folder = await backUp("damaged");
    const { parts } = await readManifest(folder);
    const [missing, truncated, changed] = [".pack", "agents.jsonl.gz", "keys.json"].map(
      (end) => parts.find(({ path }) => path.endsWith(end))?.path ?? "",
    );
    await rm(join(folder, missing ?? ""));
    await writeFile(join(folder, truncated ?? ""), "");
    const keys = await readFile(join(folder, changed ?? ""), "utf8");
    await writeFile(join(folder, changed ?? ""), keys.replace("a", "b").replace("1", "2"));
    const failed = checkRestore(folder, settings());
    await expect(failed).rejects.toThrow(`${missing} is missing`);
    await expect(failed).rejects.toThrow(`${truncated} has 0 bytes, expected`);
    await expect(failed).rejects.toThrow(`${changed} doesn't match its checksum`);
    await appendFile(join(folder, manifestFile), "}");
    await expect(checkRestore(folder, settings())).rejects.toThrow("manifest.json is damaged");
    await rm(join(folder, manifestFile));
    await expect(checkRestore(folder, settings())).rejects.toThrow("isn't a complete backup: manifest.json not found");
  });

  it("is rejected if a newer version created it", async () => {
    const folder = await backUp("newer");
    const manifest = await readManifest(folder);
    const { service } = manifest.databases;
    const migrations = [...(service?.migrations ?? []), "new"];
    const databases = { service: { ...service, migrations } };
    await writeFile(join(folder, manifestFile), JSON.stringify({ ...manifest, databases }));
    await expect(checkRestore(folder, settings())).rejects.toThrow(
      `created by a newer version (${migrations.length} migrations of the service database`,
    );
    await writeFile(join(folder, manifestFile), JSON.stringify({ ...manifest, format: 2 }));
    await expect(checkRestore(folder, settings())).rejects.toThrow("created by a newer version (format 2");
  });

  it("is rejected without the encryption key it was created with", async () => {
    const wrong = readSettings({ DATA_DIR: join(folders, "new"), ENCRYPTION_KEY: "5a".repeat(32) });
    await expect(checkRestore(taken, wrong)).rejects.toThrow("ENCRYPTION_KEY doesn't match the backup's key");
  });
});

describe("a target with data", () => {
  it("isn't overwritten", async () => {
    await expect(backUp("quiet", taken)).rejects.toThrow("isn't empty");
    await expect(checkRestore(taken, test.service.settings)).rejects.toThrow(/isn't empty \(.*git.*\). Set DATA_DIR/);
    const dataDir = await mkdtemp(join(folders, "target-"));
    const fresh = readSettings({ DATA_DIR: dataDir });
    const manifest = await checkRestore(taken, fresh);
    const failed = restoreBackup({ settings: fresh, serverUrl: serverUrl(), folder: taken, manifest, log });
    await expect(failed).rejects.toThrow("the service database isn't empty (");
    expect(await readdir(dataDir)).toEqual([]);
  });
});
