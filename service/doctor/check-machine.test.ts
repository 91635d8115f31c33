import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkRunLimits } from "./check-machine";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-groups-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Control groups in which these controllers are delegated. */
async function delegate(controllers: string) {
  const ownGroup = join(folder, "own");
  await mkdir(join(folder, "app"), { recursive: true });
  await writeFile(ownGroup, "0::/app\n");
  for (const name of ["procs", "subtree_control"]) await writeFile(join(folder, "app", `cgroup.${name}`), "");
  await writeFile(join(folder, "app", "cgroup.controllers"), controllers);
  return { mountPoint: folder, ownGroup };
}

it.each([
  ["cpu memory pids", 2, "ok: by control groups: processors, memory, processes"],
  ["memory pids", 0, "ok: by control groups: memory, processes"],
  ["io", 0, "ok: memory and processes are measured twice a second. Start Slipway with"],
  ["cpu", 2, "ok: processors by control groups; memory and processes are measured"],
  ["memory pids", 2, "warning: RUN_CPU_LIMIT isn't enforced"],
])(
  "reports limits of runs where %s is delegated and RUN_CPU_LIMIT is %s",
  async (controllers, runCpuLimit, expected) => {
    const { state, detail } = checkRunLimits({ runCpuLimit }, await delegate(controllers));
    expect(`${state}: ${detail}`).toContain(expected);
  },
);
