import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { killGit, runGit } from "../run-git";
import { type PackProcess, startPackService } from "./pack-service";

let dir: string;
let started: PackProcess[];
beforeEach(async () => {
  started = [];
  dir = await mkdtemp(join(tmpdir(), "pack-service-"));
  await runGit(["init", "--quiet", "--bare", dir]);
});
afterEach(async () => {
  for (const { child } of started) killGit(child);
  await Promise.all(started.map(({ ended }) => ended));
  await rm(dir, { recursive: true, force: true });
});

/** The niceness of a process's session, if the kernel shares processor time among sessions first. */
function sessionPriority(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/autogroup`;
  const nice = existsSync(file) ? / nice (-?\d+)/.exec(readFileSync(file, "utf8"))?.[1] : undefined;
  return nice === undefined ? undefined : Number(nice);
}

it("runs fetches in the background at a lower priority than the service, and others at the same", async () => {
  const start = (background: boolean) => {
    const options = { dir, mode: "conversation", protocol: undefined, hooksDir: "/dev/null", maxPushBytes: 0 } as const;
    const git = startPackService("git-upload-pack", { ...options, background });
    started.push(git);
    return git.child.pid;
  };
  const own = getPriority();
  const [background, other] = [start(true), start(false)];
  // Where the kernel doesn't group sessions, only the process itself has a priority. Git leads a session, this process
  // perhaps doesn't.
  const isGrouped = sessionPriority(other) !== undefined;
  expect([getPriority(background), getPriority(other)]).toEqual([Math.min(19, own + 15), own]);
  await expect.poll(() => sessionPriority(background)).toBe(isGrouped ? 10 : undefined);
  expect(sessionPriority(other)).toBe(isGrouped ? 0 : undefined);
});
