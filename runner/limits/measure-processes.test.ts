import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryFileCall } from "../testing/memory-file-call";
import { countThreads, measureMemory, unlinkedFiles } from "./measure-processes";

const megabyte = 1024 ** 2;
const noProcess = 2 ** 22 + 1;
const hasPerl = existsSync("/usr/bin/perl");

describe.runIf(process.platform === "linux")("measuring processes", () => {
  let folder = "";
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "slipway-measured-"));
  });
  afterAll(async () => {
    for (const { pid = 0 } of started) process.kill(-pid, "SIGKILL");
    await rm(folder, { recursive: true });
  });

  /** Starts a program, and resolves with its id and the one that it prints. */
  async function start(command: string, ...args: string[]): Promise<number[]> {
    const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"], detached: true });
    started.push(child);
    const [output] = await once(child.stdout, "data");
    return [child.pid ?? 0, Number(output)].filter((each) => each > 0);
  }
  const startNode = (script: string) =>
    start(process.execPath, "-e", `let printed = 0; ${script}; console.log(printed); setInterval(() => {}, 1e6)`);
  const hold = `const fs = require("fs"); const file = fs.openSync("held", "w"); fs.unlinkSync("held")`;

  it("counts a deleted file once for all processes that have it open, as one on disk", async () => {
    const write = `fs.writeSync(file, Buffer.alloc(${8 * megabyte}, 1)); fs.fsyncSync(file)`;
    const stdio = `["ignore", "ignore", "ignore", file]`;
    const share = `printed = require("child_process").spawn("sleep", ["1000"], { stdio: ${stdio} }).pid`;
    const pids = await startNode(`${hold}; ${write}; ${share}`);
    expect(pids).toHaveLength(2);
    const { diskBytes, memoryBytes } = unlinkedFiles(pids, folder);
    expect(diskBytes).toBeGreaterThanOrEqual(8 * megabyte);
    expect(diskBytes).toBeLessThan(9 * megabyte);
    expect(memoryBytes).toBe(0);
    expect(unlinkedFiles(pids.slice(1), folder)).toEqual({ diskBytes, memoryBytes });
    expect(unlinkedFiles([noProcess], "/")).toEqual({ diskBytes: 0, memoryBytes: 0 });
  });

  it("counts only the part of a sparse file that takes space", async () => {
    const pids = await startNode(`${hold}; fs.ftruncateSync(file, 1e12)`);
    expect(unlinkedFiles(pids, folder).diskBytes).toBeLessThan(megabyte);
  });

  it.runIf(memoryFileCall && hasPerl)("counts files that only exist in memory", async () => {
    const script = `$| = 1; my $name = "x"; my $fd = syscall(${memoryFileCall}, $name, 0); open(my $file, ">&=", $fd);
      for (1..64) { print $file "x" x ${megabyte}; } $file->flush; print "0\\n"; sleep`;
    const pids = await start("/usr/bin/perl", "-MIO::Handle", "-e", script);
    const memory = measureMemory(pids, "/", Number.POSITIVE_INFINITY);
    expect(memory).toBeGreaterThan(64 * megabyte);
    expect(memory).toBeLessThan(80 * megabyte);
  });

  it.runIf(hasPerl)("counts memory that processes share once when it would be too much", async () => {
    const script = `$| = 1; my $kept = ""; $kept .= "x" x ${megabyte} for 1..100; my $pid = fork; if ($pid) { print "$pid\\n" } sleep`;
    const pids = await start("/usr/bin/perl", "-e", script);
    expect(pids).toHaveLength(2);
    expect(measureMemory(pids, "/", 500 * megabyte)).toBeGreaterThan(200 * megabyte);
    const exact = measureMemory(pids, "/", 150 * megabyte);
    expect(exact).toBeGreaterThan(100 * megabyte);
    expect(exact).toBeLessThan(130 * megabyte);
  });

  it("counts threads", async () => {
    const worker = `new (require("worker_threads").Worker)("setInterval(() => {}, 1e6)", { eval: true })`;
    const [without, withWorkers] = [await startNode(""), await startNode(`${worker}; ${worker}; ${worker}`)];
    expect(countThreads(without)).toBeGreaterThan(1);
    expect(countThreads(withWorkers)).toBeGreaterThanOrEqual(countThreads(without) + 3);
    expect(countThreads([noProcess])).toBe(0);
  });
});
