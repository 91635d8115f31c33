import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startProgram, startTestWorker, workerFolder } from "./testing/test-worker";

let folder: Awaited<ReturnType<typeof workerFolder>>;
beforeAll(async () => {
  folder = await workerFolder();
});
afterAll(() => folder.remove());

/** Options of a worker whose git reports another version. No service is needed for it to start. */
async function withGit(version: string) {
  const bin = join(folder.dir, `git-${version}`);
  await mkdir(bin);
  const script = `#!/bin/sh\ncase "$*" in *version) echo git version ${version};; *) PATH=\${PATH#*:} exec git "$@";; esac\n`;
  await writeFile(join(bin, "git"), script);
  await chmod(join(bin, "git"), 0o755);
  const variables = { SVC_API_ENDPOINT: "http://127.0.0.1:1", SVC_API_KEY: "key" };
  return { cwd: folder.dir, env: { ...variables, PATH: `${bin}${delimiter}${process.env.PATH}` } };
}

describe("a worker", () => {
  it("doesn't start with a git that is too old", async () => {
    const worker = startProgram(["worker", "start"], await withGit("2.37.7"));
    expect(await worker.exited).toEqual([2, null]);
    expect(worker.errors()).toContain("git 2.38 or newer is required, found 2.37.7");
  });

  it("warns about a git that may lack security fixes", async () => {
    const worker = await startTestWorker([], await withGit("2.39.1"));
    await vi.waitFor(() => expect(worker.errors()).toContain("2.39.1 is older than 2.39.4"), 20_000);
    await worker.end("SIGKILL");
  });
});
