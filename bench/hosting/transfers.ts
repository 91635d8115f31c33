import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "@/service/git/run-git";
import { startHttpBackend } from "@/service/git/testing/http-backend";
import { type Figure, milliseconds, quantile, ratio } from "../figure";
import type { Stage } from "../stage";
import { byTurns, type Ground } from "./ground";

const identity = {
  GIT_AUTHOR_NAME: "Bench",
  GIT_AUTHOR_EMAIL: "bench@example.test",
  GIT_COMMITTER_NAME: "Bench",
  GIT_COMMITTER_EMAIL: "bench@example.test",
};

/** Clone, fetch and push by a real git client, of the service and of `git http-backend` by turns. */
export async function transfers(stage: Stage, ground: Ground, rounds: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-bench-git-"));
  await cp(ground.dir, join(folder, "large.git"), { recursive: true });
  await runGit(["config", "http.receivepack", "true"], { cwd: join(folder, "large.git") });
  const backend = await startHttpBackend(folder);
  const ours = `${stage.url.replace("://", `://x-access-token:${stage.key}@`)}${ground.gitPath}`;
  const theirs = `${backend.url}/large.git`;
  const git = (cwd: string, ...args: string[]) =>
    runGit(args, { cwd, env: identity, allowProtocols: ["http", "file"] });
  const both = (work: (url: string, name: string) => Promise<unknown>, count = rounds) =>
    byTurns(
      count,
      (round) => work(ours, `ours-${round}`),
      (round) => work(theirs, `theirs-${round}`),
    );
  const figure = (name: string, [mine, other]: [number[], number[]]): Figure => {
    const [measured, against] = [quantile(mine, 0.5), quantile(other, 0.5)];
    return {
      name,
      measured: milliseconds(measured),
      against: `${milliseconds(against)} by git http-backend`,
      ratio: ratio(measured, against),
    };
  };
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
    return [
      figure("ls-remote", list),
      figure("shallow clone", shallow),
      figure("full clone", full),
      figure("commit and push", push),
      figure("fetch of one branch", fetch),
    ];
  } finally {
    backend.close();
    await rm(folder, { recursive: true, force: true });
  }
}
