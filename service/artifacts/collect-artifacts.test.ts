import { mkdir, mkdtemp, readdir, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { listArtifacts } from "@/lib/contract/agents/list-artifacts";
import { artifacts } from "../core/store/tables/artifacts";
import { startTestService, type TestService } from "../testing/test-service";
import { collectArtifacts } from "./collect-artifacts";

let test: TestService;
beforeAll(async () => {
  const broken = ["/bin/sh", "-c", 'echo 1 > "$SVC_ARTIFACTS/half"; exit 1'];
  test = await startTestService({ SANDBOX: "auto", AGENTS: JSON.stringify({ broken }), ALLOW_UNISOLATED: "1" });
});
afterAll(() => test.close());

const shell = (script: string) => `\`\`\`sh\n${script}\n\`\`\``;

async function launch(text: string): Promise<{ id: string; runId: string }> {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
  return { id: agent.id, runId: run.id };
}

async function ran(text: string): Promise<string> {
  const { id, runId } = await launch(text);
  await test.stream(id, runId);
  return id;
}

async function followUp(id: string, text: string): Promise<void> {
  const { run } = await test.call(createRun, { params: { id }, body: { prompt: { text } } });
  await test.stream(id, run.id);
}

const list = async (id: string) => (await test.call(listArtifacts, { params: { id } })).items;
const paths = async (id: string) => (await list(id)).map(({ path }) => path);
const rowsOf = (id: string) => test.service.db.select().from(artifacts).where(eq(artifacts.agentId, id));
const stored = (id: string) => readdir(join(test.dataDir, "artifacts", id)).catch((): string[] => []);
const folderOf = (id: string) => join(test.dataDir, "workspaces", id, "artifacts");

describe("the artifacts of an agent", () => {
  it("A-ART-01, A-ART-02, A-ART-03, A-ART-04, A-ART-05: are listed when a run ends, and after later runs", async () => {
    const id = await ran(shell('mkdir -p "$SVC_ARTIFACTS/shots"; printf 12345 > "$SVC_ARTIFACTS/shots/a.png"'));
    const first = await test.call(listArtifacts, { params: { id } });
    expect(first).toEqual({
      items: [{ path: "artifacts/shots/a.png", sizeBytes: 5, updatedAt: expect.stringMatching(/T.*\.\d{3}Z$/) }],
    });
    await followUp(id, shell("printf two > artifacts/b.txt"));
    expect(await list(id)).toEqual([
      { path: "artifacts/b.txt", sizeBytes: 3, updatedAt: expect.any(String) },
      ...first.items,
    ]);
  });

  it("are deleted with their files; unchanged ones keep their row, changed ones get new content", {
    tags: ["long"],
  }, async () => {
    const write = "touch -d 2020-01-02T03:04:05.678Z artifacts/same";
    const id = await ran(shell(`cd "$PWD"; for f in same gone new; do echo $f > artifacts/$f; done; ${write}`));
    const before = await rowsOf(id);
    expect(before.find(({ path }) => path === "artifacts/same")?.updatedAt).toBe(Date.UTC(2020, 0, 2, 3, 4, 5, 678));
    await followUp(id, shell("rm artifacts/gone; echo NEW > artifacts/new"));
    expect(await paths(id)).toEqual(["artifacts/new", "artifacts/same"]);
    const after = await rowsOf(id);
    const of = (rows: typeof before, path: string) => rows.find((row) => row.path === path);
    expect(of(after, "artifacts/same")).toEqual(of(before, "artifacts/same"));
    expect(of(after, "artifacts/new")?.digest).not.toBe(of(before, "artifacts/new")?.digest);
    expect(await stored(id)).toHaveLength(4);
    await collectArtifacts(test.service, id);
    expect((await stored(id)).sort()).toEqual(after.map(({ digest }) => digest).sort());
  });

  it("are only regular files, not links, folders or pipes", { tags: ["long"] }, async () => {
    const id = await ran(
      shell(
        'cd "$SVC_ARTIFACTS"; echo real > real; ln -s /etc/passwd passwd; ln -s /etc etc; mkfifo pipe; mkdir empty; ln -s real link',
      ),
    );
    expect(await paths(id)).toEqual(["artifacts/real"]);
  });

  it("are empty if the folder was replaced with a link", { tags: ["long"] }, async () => {
    const outside = await mkdtemp(join(tmpdir(), "slipway-outside-"));
    try {
      const id = await ran("hello");
      await writeFile(join(outside, "secret"), "secret");
      await rm(folderOf(id), { recursive: true });
      await symlink(outside, folderOf(id));
      await collectArtifacts(test.service, id);
      expect(await paths(id)).toEqual([]);
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it("are collected when a run fails", async () => {
    const body = { prompt: { text: "hello" }, model: { id: "broken" } };
    const { agent, run } = await test.call(createAgent, { body });
    const frames = await test.stream(agent.id, run.id);
    expect(frames.at(-2)?.data).toMatchObject({ status: "ERROR" });
    expect(await paths(agent.id)).toEqual(["artifacts/half"]);
  });

  it("are collected when a run is canceled", { tags: ["long"] }, async () => {
    const { id, runId } = await launch(shell("echo 1 > artifacts/left; echo started; sleep 1000"));
    await test.stream(id, runId, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
    await test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`);
    await vi.waitFor(async () => expect(await paths(id)).toEqual(["artifacts/left"]), { timeout: 15_000 });
  });

  it("are limited to 100", { tags: ["long"] }, async () => {
    const id = await ran(shell("for i in $(seq 1000 1120); do echo $i > artifacts/$i; done"));
    const found = await paths(id);
    expect(found).toHaveLength(100);
    expect(found.at(-1)).toBe("artifacts/1099");
  });

  it("are limited in size, individually and in total", async () => {
    const id = await ran("hello");
    for (const [name, size] of [
      ["a", 60],
      ["b", 101],
      ["c", 60],
      ["d", 40],
    ] as const) {
      await writeFile(join(folderOf(id), name), "x".repeat(size));
    }
    await collectArtifacts(test.service, id, { files: 100, bytesEach: 100, bytesTotal: 100 });
    expect(await paths(id)).toEqual(["artifacts/a", "artifacts/d"]);
    await truncate(join(folderOf(id), "b"), 101 * 1024 ** 2);
    await collectArtifacts(test.service, id);
    expect(await paths(id)).toEqual(["artifacts/a", "artifacts/c", "artifacts/d"]);
  });

  it("preserve unusual names", { tags: ["long"] }, async () => {
    const id = await ran("hello");
    await mkdir(join(folderOf(id), "a b"));
    const names = ["a b/ü#?%2e.txt", "..hidden", "new\nline"];
    for (const name of names) await writeFile(join(folderOf(id), name), name);
    await utimes(join(folderOf(id), "..hidden"), 1, 1.5);
    await collectArtifacts(test.service, id);
    expect((await paths(id)).sort()).toEqual(names.map((name) => `artifacts/${name}`).sort());
    expect((await list(id)).find(({ path }) => path === "artifacts/..hidden")?.updatedAt).toBe(
      "1970-01-01T00:00:01.500Z",
    );
  });

  it("are deleted with the agent", { tags: ["long"] }, async () => {
    const id = await ran(shell("echo 1 > artifacts/one"));
    expect(await stored(id)).toHaveLength(1);
    expect((await test.send("DELETE", `/v1/agents/${id}`)).status).toBe(200);
    expect(await rowsOf(id)).toEqual([]);
    expect(await readdir(join(test.dataDir, "artifacts"))).not.toContain(id);
    expect((await test.send("GET", `/v1/agents/${id}/artifacts`)).status).toBe(404);
  });

  it("are kept if the workspace is missing", { tags: ["long"] }, async () => {
    const id = await ran(shell("echo 1 > artifacts/one"));
    await rm(join(test.dataDir, "workspaces", id), { recursive: true });
    await collectArtifacts(test.service, id);
    expect(await paths(id)).toEqual(["artifacts/one"]);
  });
});
