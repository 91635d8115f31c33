import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { downloadArtifact } from "@/lib/contract/agents/download-artifact";
import { listArtifacts } from "@/lib/contract/agents/list-artifacts";
import { createLog } from "@/lib/core/log";
import { startTestPostgres } from "@/postgres/testing/test-server";
import { createBackup } from "../backup/backup";
import { checkRestore, finishRestore, restoreBackup } from "../backup/restore";
import { startTestService, type TestService } from "../testing/test-service";
import { verify } from "../verify/verify";
import { createBucketStore } from "./bucket-store";
import { deleteOldArtifacts } from "./delete-old-artifacts";

const bucketName = "slipway";
// The credentials s3rver accepts.
const credentials = { S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" };

let folder = "";
let server: S3rver;
let test: TestService;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-s3-"));
  server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [bucketName, "restored"].map((name) => ({ name, configs: [] })),
  });
  const { port } = await server.run();
  environment = { S3_BUCKET_URL: `http://127.0.0.1:${port}/${bucketName}`, ...credentials };
  test = await startTestService({ ...environment, ARTIFACT_RETENTION_DAYS: "3650" });
});
afterAll(async () => {
  await test.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const shell = (script: string) => ({ prompt: { text: `\`\`\`sh\n${script}\n\`\`\`` } });
const store = () => {
  const { bucket } = test.service.settings;
  if (!bucket) throw new Error("no bucket");
  return createBucketStore(bucket, (id) => join(test.dataDir, "artifacts", id));
};

async function ran(script: string): Promise<string> {
  const { agent, run } = await test.call(createAgent, { body: shell(script) });
  await test.stream(agent.id, run.id);
  return agent.id;
}

async function read(id: string, path: string, headers: Record<string, string> = {}) {
  const { url } = await test.call(downloadArtifact, { params: { id }, query: { path } });
  const response = await fetch(url, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const problemsOf = async () => (await verify(test.service)).problems;

describe("artifacts in a bucket", () => {
  it("are uploaded after a run, served with ranges, replaced, and leave nothing in the data folder", async () => {
    const id = await ran('printf 0123456789 > "$SVC_ARTIFACTS/a.txt"; : > "$SVC_ARTIFACTS/empty"');
    expect((await test.call(listArtifacts, { params: { id } })).items).toMatchObject([
      { path: "artifacts/a.txt", sizeBytes: 10 },
      { path: "artifacts/empty", sizeBytes: 0 },
    ]);
    expect(await readdir(join(test.dataDir, "artifacts", id)).catch(() => [])).toEqual([]);
    expect((await store().list(id)).size).toBe(2);

    expect(await read(id, "artifacts/a.txt")).toMatchObject({ status: 200, text: "0123456789" });
    expect(await read(id, "artifacts/empty")).toMatchObject({ status: 200, text: "" });
    const part = await read(id, "artifacts/a.txt", { range: "bytes=2-4" });
    expect(part).toMatchObject({ status: 206, text: "234" });
    expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(part.headers.get("content-security-policy")).toBe("sandbox");

    const { run } = await test.call(createRun, { params: { id }, body: shell("printf changed > artifacts/a.txt") });
    await test.stream(id, run.id);
    expect((await read(id, "artifacts/a.txt")).text).toBe("changed");
    expect(await problemsOf()).toEqual([]);
  });

  it("are deleted with the agent and after their retention", { tags: ["long"] }, async () => {
    const deleted = await ran("echo 1 > artifacts/one");
    const old = await ran("echo 2 > artifacts/two; touch -d 2001-01-01 artifacts/two");
    await test.call(deleteAgent, { params: { id: deleted } });
    expect((await store().list(deleted)).size).toBe(0);
    expect(await deleteOldArtifacts(test.service)).toBe(1);
    expect((await store().list(old)).size).toBe(0);
  });

  it("that are missing are found by verify", { tags: ["long"] }, async () => {
    const id = await ran("echo good > artifacts/one");
    await store().sweep(id, new Set());
    const [missing] = (await problemsOf()).filter(({ subject }) => subject.includes(id));
    expect(missing?.detail).toBe("content is missing");
    await test.call(deleteAgent, { params: { id } });
  });

  it("are part of a backup, and restored into another bucket", { tags: ["long"] }, async () => {
    const id = await ran("echo kept > artifacts/one");
    const target = await mkdtemp(join(tmpdir(), "slipway-s3-restore-"));
    const postgres = await startTestPostgres();
    try {
      const { settings, database } = test.service;
      const serverUrl = database.url.replace(/_service$/, "");
      await createBackup({ settings, serverUrl, folder: join(target, "backup"), warn: () => {} });
      const { bucket } = settings;
      const restored = {
        ...settings,
        dataDir: join(target, "data"),
        bucket: bucket && { ...bucket, url: bucket.url.replace(bucketName, "restored") },
      };
      const manifest = await checkRestore(join(target, "backup"), restored);
      const log = createLog({ program: "test", level: "silent" });
      await restoreBackup({
        settings: restored,
        serverUrl: postgres.url,
        folder: join(target, "backup"),
        manifest,
        log,
      });
      const { problems } = await finishRestore(restored, postgres.url, log);
      expect(problems.filter(({ subject }) => subject.includes(id))).toEqual([]);
      expect(await readdir(join(target, "data", "artifacts", id))).toEqual([]);
    } finally {
      await postgres.stop();
      await rm(target, { recursive: true, force: true });
    }
  });

  it("are listed, and deleted except for some", async () => {
    const agentId = "bc-pages";
    const dir = join(test.dataDir, "artifacts", agentId);
    await rm(dir, { recursive: true, force: true });
    const digests = Array.from({ length: 3 }, (_, index) => String(index).repeat(64));
    await mkdir(dir, { recursive: true });
    for (const digest of digests) await writeFile(join(dir, digest), digest);
    await store().put(agentId, digests);
    expect([...(await store().list(agentId)).keys()].sort()).toEqual(digests);
    await store().sweep(agentId, new Set(digests.slice(0, 1)));
    expect([...(await store().list(agentId)).keys()]).toEqual(digests.slice(0, 1));
    expect(await store().agents()).toContain(agentId);
    await store().sweep(agentId, new Set());
  });

  it("fail with an error that has no credentials", async () => {
    const key = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
    const wrong = createBucketStore(
      { url: `${environment.S3_BUCKET_URL}-missing`, region: "us-east-1", ...key },
      () => folder,
    );
    await expect(wrong.list("bc-any")).rejects.toThrow("couldn't list the artifact bucket: status 404");
  });
});
