import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { registeredWorkerId, saveCredential, savedCredential } from "./saved-credential";
import { openWorkerFolder, workersRoot } from "./worker-folder";

let workerDir: string;
beforeAll(async () => {
  workerDir = await mkdtemp(join(tmpdir(), "slipway-worker-"));
});
afterAll(() => rm(workerDir, { recursive: true, force: true }));

const root = () => workersRoot(workerDir, "svc");
const open = (workerId: string) =>
  openWorkerFolder({ workerDir, serviceName: "svc", workerId, hasGeneratedId: true, now: Date.now() });

it("is kept for its token only, without the token, and with its worker's folder", async () => {
  const folder = await open("w1");
  await saveCredential(folder.dir, "swr_one", "swc_one");
  const file = join(folder.dir, "credential.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).not.toContain("swr_one");
  expect(await readdir(folder.dir)).not.toContain("generated-id");
  expect(await savedCredential(folder.dir, "swr_one")).toBe("swc_one");
  expect(await savedCredential(folder.dir, "swr_two")).toBeUndefined();
  await saveCredential(folder.dir, "swr_two", "swc_two");
  expect(await savedCredential(folder.dir, "swr_two")).toBe("swc_two");
  await folder.unlock();
});

it("finds the worker of a token, unless it is running", async () => {
  expect(await registeredWorkerId(root(), "swr_two")).toBe("w1");
  expect(await registeredWorkerId(root(), "swr_one")).toBeUndefined();
  expect(await registeredWorkerId(join(root(), "missing"), "swr_two")).toBeUndefined();
  const folder = await open("w1");
  expect(await registeredWorkerId(root(), "swr_two")).toBeUndefined();
  await folder.unlock();
});

it("ignores damaged files", async () => {
  await mkdir(join(root(), "w2"));
  await writeFile(join(root(), "w2", "credential.json"), "{");
  expect(await savedCredential(join(root(), "w2"), "swr_two")).toBeUndefined();
  expect(await registeredWorkerId(root(), "swr_two")).toBe("w1");
});
