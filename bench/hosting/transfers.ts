import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "@/git/run-git";
import { startHttpBackend } from "@/git/testing/http-backend";
import type { Harness } from "../harness";
import { quantile, type Result } from "../result";
import { type HostedRepository, interleave } from "./hosted-repository";

/** References of one push. */
const references = 1_000;

const identity = {
  GIT_AUTHOR_NAME: "Bench",
  GIT_AUTHOR_EMAIL: "bench@example.test",
  GIT_COMMITTER_NAME: "Bench",
  GIT_COMMITTER_EMAIL: "bench@example.test",
};

/** Measures clone, fetch and push of a git client against `git http-backend`, interleaved. */
export async function transfers(harness: Harness, repository: HostedRepository, rounds: number): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-bench-git-"));
  await cp(repository.dir, join(folder, "large.git"), { recursive: true });
  await runGit(["config", "http.receivepack", "true"], { cwd: join(folder, "large.git") });
  const backend = await startHttpBackend(folder);
  const ours = `${harness.url.replace("://", `://x-access-token:${harness.key}@`)}${repository.gitPath}`;
  const theirs = `${backend.url}/large.git`;
  const git = (cwd: string, ...args: string[]) =>
    runGit(args, { cwd, env: identity, allowProtocols: ["http", "file"] });
  const both = (work: (url: string, name: string) => Promise<unknown>, count = rounds) =>
    interleave(
      count,
      (round) => work(ours, `ours-${round}`),
      (round) => work(theirs, `theirs-${round}`),
    );
  const result = (name: string, [mine, other]: [number[], number[]], target?: Result["target"]): Result => ({
    name,
    value: quantile(mine, 0.5),
    unit: "ms",
    reference: [quantile(other, 0.5), "by git http-backend"],
    ...(target ? { target } : {}),
  });
  try {
    const clone = async (url: string, name: string, ...flags: string[]) => {
      await git(folder, "clone", "--quiet", "--bare", ...flags, url, name);
      await rm(join(folder, name), { recursive: true });
    };
    const list = await both((url) => git(folder, "ls-remote", "--quiet", url), rounds * 3);
    const shallow = await both((url, name) => clone(url, name, "--depth=1"));
    const full = await both((url, name) => clone(url, name), Math.max(2, Math.round(rounds / 3)));

    await git(folder, "clone", "--quiet", "--depth=1", theirs, "work");
    const work = join(folder, "work");
    let count = 0;
    const push = await both(async (url, name) => {
      count += 1;
      await writeFile(join(work, "pushed.txt"), `${count}\n`);
      await git(work, "add", "pushed.txt");
      await git(work, "commit", "--quiet", "--message=Push");
      await git(work, "push", "--quiet", url, `HEAD:refs/heads/${name}`);
    });
    const fetch = await both((url, name) => git(work, "fetch", "--quiet", "--depth=2", url, `refs/heads/${name}`));
    const many = await both(
      async (url, name) => {
        const { stdout } = await git(work, "rev-parse", "HEAD");
        const created = Array.from(
          { length: references },
          (_, at) => `create refs/tags/${name}-${at} ${stdout.toString().trim()}\n`,
        );
        await runGit(["update-ref", "--stdin"], { cwd: work, input: created.join("") });
        await git(work, "push", "--quiet", url, `refs/tags/${name}-*:refs/tags/${name}-*`);
      },
      Math.max(2, Math.round(rounds / 3)),
    );
    const near = { ratio: 1.15 };
    return [
      result("ls-remote", list, near),
      result("shallow clone", shallow),
      result("full clone", full),
      result("commit and push", push, near),
      result("fetch of one branch", fetch, near),
      result(`push of ${references.toLocaleString("en")} references`, many, { value: 1_000 }),
    ];
  } finally {
    backend.close();
    await rm(folder, { recursive: true, force: true });
  }
}
