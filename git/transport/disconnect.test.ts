import { readdir, readFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGit } from "../run-git";
import {
  basic,
  cloneFrom,
  commitFile,
  type GitServer,
  git,
  packLine,
  startGitServer,
  testAuthor,
} from "../testing/git-fixture";

let server: GitServer;
let work: string;
let review = async () => {};

beforeAll(async () => {
  server = await startGitServer({
    async review() {
      await review();
      return { problems: [], notices: [] };
    },
  });
  work = await cloneFrom(server, "writer", "work");
  await commitFile(work, "readme.txt", "one\n");
  await git(work, "push", "--quiet", "origin", "HEAD:main");
});
afterAll(() => server.stop());

describe("a disconnected client", () => {
  const processes = async (needle: string) => {
    const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
    return lines.filter((line) => line.includes(needle) && line.includes(server.dir));
  };

  it.runIf(process.platform === "linux")("ends upload-pack", async () => {
    const call = httpRequest(`${server.origin}/acme/widgets.git/git-upload-pack`, {
      method: "POST",
      headers: { ...basic("reader"), "content-type": "application/x-git-upload-pack-request" },
    });
    call.on("error", () => undefined);
    call.write("0032");
    await expect.poll(() => processes("upload-pack")).not.toEqual([]);
    call.destroy();
    await expect.poll(() => processes("upload-pack"), { timeout: 20_000 }).toEqual([]);
  });

  it("leaves no objects of an interrupted push", async () => {
    const [refs, pushCount] = [await git(server.dir, "for-each-ref"), server.pushes.length];
    const command = packLine(`${"0".repeat(40)} ${"1".repeat(40)} refs/heads/torn\0report-status\n`);
    const call = httpRequest(`${server.origin}/acme/widgets.git/git-receive-pack`, {
      method: "POST",
      headers: { ...basic("writer"), "content-type": "application/x-git-receive-pack-request" },
    });
    call.on("error", () => undefined);
    call.write(Buffer.concat([Buffer.from(`${command}0000PACK`), Buffer.from([0, 0, 0, 2, 0, 0, 0, 1])]));
    const quarantines = async () => (await readdir(join(server.dir, "objects"))).filter((name) => name.includes("tmp"));
    await expect.poll(quarantines).not.toEqual([]);
    call.destroy();
    await expect.poll(quarantines, { timeout: 20_000 }).toEqual([]);
    expect([await git(server.dir, "for-each-ref"), server.pushes.length]).toEqual([refs, pushCount]);
  });

  it("doesn't undo a push whose pack was received", { tags: ["long"] }, async () => {
    const known = await git(work, "rev-parse", "origin/main");
    await git(work, "checkout", "--quiet", "--detach", known);
    const commit = await commitFile(work, "kept.txt", "kept\n");
    const before = "0".repeat(40);
    const pack = await runGit(["pack-objects", "--stdout", "--revs", "--quiet"], {
      cwd: work,
      input: `${commit}\n^${known}\n`,
      env: testAuthor,
    });
    const body = Buffer.concat([
      Buffer.from(`${packLine(`${before} ${commit} refs/heads/kept\0report-status\n`)}0000`),
      pack.stdout,
    ]);
    const call = httpRequest(`${server.origin}/acme/widgets.git/git-receive-pack`, {
      method: "POST",
      headers: { ...basic("writer"), "content-type": "application/x-git-receive-pack-request" },
    });
    call.on("error", () => undefined);
    // The review starts once the pack is received; disconnect only then.
    const reviewed = new Promise<void>((resolve) => {
      review = async () => {
        const gone = new Promise((closed) => call.once("close", closed));
        call.destroy();
        await gone;
        resolve();
      };
    });
    call.end(body);
    await reviewed;
    await expect.poll(() => server.pushes.at(-1)?.updates).toMatchObject([{ ref: "refs/heads/kept", after: commit }]);
  });
});
