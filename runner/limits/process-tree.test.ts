import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { endProcesses, isOwnProcess } from "./process-tree";

describe("the processes of a run", () => {
  /** The service (10) with this process (20) and that of another run (30). */
  const self = { pid: 20, ppid: 10 };
  const table = [
    { pid: 1, parent: 0, marked: false },
    { pid: 10, parent: 1, marked: false },
    { pid: 20, parent: 10, marked: false },
    { pid: 30, parent: 10, marked: false },
    { pid: 21, parent: 20, marked: true },
    { pid: 22, parent: 21, marked: true },
    { pid: 31, parent: 30, marked: false },
    { pid: 32, parent: 31, marked: true },
    { pid: 40, parent: 1, marked: true },
    { pid: 41, parent: 40, marked: true },
    { pid: 50, parent: 10, marked: true },
  ];
  const byId = new Map(table.map((entry) => [entry.pid, entry]));

  it.each([
    [21, "below this process", true],
    [22, "further below this process", true],
    [32, "of another run with the same marker", false],
    [40, "whose parent was killed", true],
    [41, "below one whose parent was killed", true],
    [50, "that the parent of this process got from another", true],
  ])("%i %s", (pid, _, expected) => {
    const entry = byId.get(pid);
    expect(entry && isOwnProcess(entry, byId, self)).toBe(expected);
  });

  it.runIf(process.platform === "linux")("end, even without a parent", async () => {
    const script = "SLIPWAY_TREE_TEST=1 setsid sleep 1000 > /dev/null 2>&1 & echo $!";
    const child = spawn("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [output] = await once(child.stdout, "data");
    // One that ended has none, until its parent has read that.
    const command = () => readFile(`/proc/${Number(output)}/cmdline`, "utf8").catch(() => "");
    await expect.poll(command).toContain("sleep");
    expect(await endProcesses({ marker: "SLIPWAY_TREE_TEST=1", groups: [], isolated: true })).toBe(true);
    expect(await command()).toBe("");
  });
});
