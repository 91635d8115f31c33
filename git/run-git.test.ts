import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRepositoryStore } from "./repository-store";
import { GitError, runGit, spawnGit } from "./run-git";
import { temporaryFolder } from "./testing/git-fixture";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dir: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  dir = await createRepositoryStore(folder.path).create("repo_one", { initialBranch: "main" });
});
afterAll(() => folder.remove());

async function failure(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("runGit", () => {
  it("returns output and exit code, and throws on an unexpected code", async () => {
    const response = await runGit(["config", "--get", "no.such"], { cwd: dir, okCodes: [0, 1] });
    expect(response).toMatchObject({ code: 1, stdout: Buffer.alloc(0) });
    expect(await failure(runGit(["config", "--get", "no.such"], { cwd: dir }))).toMatchObject({ code: 1 });
  });

  it("passes input to git", async () => {
    const { stdout } = await runGit(["hash-object", "--stdin"], { cwd: dir, input: "hello\n" });
    expect(stdout.toString()).toBe("ce013625030ba8dba906f756967f9e9ca394464a\n");
  });

  it("ignores the user's environment and settings", async () => {
    process.env.GIT_DIR = "/nowhere";
    process.env.GIT_AUTHOR_NAME = "Other";
    try {
      const { stdout } = await runGit(["config", "--list", "--show-scope"], { cwd: dir });
      expect(stdout.toString()).not.toMatch(/^(system|global)/m);
      expect(
        await failure(runGit(["commit-tree", "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "-m", "x"], { cwd: dir })),
      ).toBeInstanceOf(GitError);
    } finally {
      delete process.env.GIT_DIR;
      delete process.env.GIT_AUTHOR_NAME;
    }
  });

  it("doesn't search parent folders for a repository", async () => {
    const error = await failure(runGit(["rev-parse", "--git-dir"], { cwd: join(dir, "objects") }));
    expect(error).toBeInstanceOf(GitError);
  });

  it("uses only allowed transports", async () => {
    expect(await failure(runGit(["ls-remote", `file://${dir}`], { cwd: folder.path }))).toMatchObject({
      stderr: expect.stringContaining("transport 'file' not allowed"),
    });
    expect(
      await failure(runGit(["ls-remote", "ext::sh -c id"], { cwd: folder.path, allowProtocols: ["https"] })),
    ).toMatchObject({
      stderr: expect.stringContaining("transport 'ext' not allowed"),
    });
    await runGit(["ls-remote", `file://${dir}`], { cwd: folder.path, allowProtocols: ["file"] });
  });

  it("runs no repository hooks and no shell", async () => {
    const { stdout } = await runGit(["rev-parse", "--verify", "--quiet", "--end-of-options", "$(id);x"], {
      cwd: dir,
      okCodes: [1],
    });
    expect(stdout.toString()).toBe("");
    expect((await runGit(["config", "core.hooksPath"], { cwd: dir })).stdout.toString()).toBe("/dev/null\n");
  });

  it("passes several values for a setting", async () => {
    const { stdout } = await runGit(["config", "--get-all", "a.b"], { cwd: dir, config: { "a.b": ["1", "2"] } });
    expect(stdout.toString()).toBe("1\n2\n");
  });

  it("stops at the output limit", async () => {
    const input = "x".repeat(100_000);
    const { stdout } = await runGit(["hash-object", "-w", "--stdin"], { cwd: dir, input });
    const read = ["cat-file", "blob", stdout.toString().trim()];
    expect((await runGit(read, { cwd: dir, maxOutputBytes: 100_000 })).stdout.length).toBe(100_000);
    expect(await failure(runGit(read, { cwd: dir, maxOutputBytes: 99_999 }))).toMatchObject({ code: -1 });
  });

  it("doesn't include secrets in errors", async () => {
    const error = await failure(
      runGit(["ls-remote", "https://x-access-token:s3cret@127.0.0.1:1/x.git"], {
        cwd: folder.path,
        allowProtocols: ["https"],
      }),
    );
    expect(error).toBeInstanceOf(GitError);
    expect(JSON.stringify(error) + String(error)).not.toContain("s3cret");
  });

  it("reports a missing folder as a GitError", async () => {
    expect(await failure(runGit(["status"], { cwd: join(folder.path, "none") }))).toMatchObject({ code: -1 });
  });
});

describe("aborting", () => {
  it("doesn't start if already aborted", async () => {
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(runGit(["version"], { signal })).rejects.toThrow("too late");
  });

  it.runIf(process.platform === "linux")("ends git and every process it started", async () => {
    const marker = `sleep 61.${process.pid}`;
    const running = async () => {
      const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
      const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
      return lines.filter((line) => line.replaceAll("\0", " ").startsWith(marker)).length;
    };
    const controller = new AbortController();
    const child = spawnGit(["-c", `alias.nap=!${marker} & ${marker}`, "nap"], { cwd: dir, signal: controller.signal });
    await expect.poll(running).toBe(2);
    controller.abort();
    await expect.poll(running).toBe(0);
    await expect.poll(() => child.signalCode ?? child.exitCode).not.toBeNull();
  });

  it("throws the abort reason", async () => {
    const controller = new AbortController();
    const run = runGit(["-c", "alias.nap=!sleep 60", "nap"], { cwd: dir, signal: controller.signal });
    setTimeout(() => controller.abort(new Error("the caller disconnected")), 50);
    await expect(run).rejects.toThrow("the caller disconnected");
  });
});
