import { appendFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunFrame } from "@/runner/run/run-spec";
import { type Assignment, RunSpool } from "./spool";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-spool-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const assignment: Assignment = {
  agentId: "bc-5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c44",
  runId: "run-5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c44",
  model: "script",
  token: "secret",
};

let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(folder, String(folders));
}
const frame = (text: string): RunFrame => ({ event: "assistant", data: { text } });

async function drain(spool: RunSpool, into: string[]) {
  for (let batch = await spool.nextBatch(); batch; batch = await spool.nextBatch()) {
    expect(batch.first).toBe(into.length + 1);
    into.push(...batch.frames);
  }
}

describe("a run spool", () => {
  it("returns every frame in order across restarts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.string(), { maxLength: 4 }), { maxLength: 8 }), async (batches) => {
        const parent = newFolder();
        let spool: RunSpool | undefined = await RunSpool.create(parent, assignment);
        for (const batch of batches) {
          await spool?.append(batch.map(frame));
          await spool?.close();
          [spool] = await RunSpool.recover(parent);
        }
        if (!spool) throw new Error("spool not found");
        const sent: string[] = [];
        await drain(spool, sent);
        expect(sent.map((text) => JSON.parse(text))).toEqual(batches.flat().map(frame));
        expect(spool.assignment).toEqual(assignment);
        await spool.remove();
        expect(await readdir(parent)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("deletes acknowledged segments from disk, and keeps numbering frames", async () => {
    const parent = newFolder();
    const spool = await RunSpool.create(parent, assignment);
    const large = "x".repeat(1024 * 1024);
    for (let index = 0; index < 10; index += 1) await spool.append([frame(large)]);
    expect(await readdir(join(parent, assignment.runId))).toHaveLength(4);
    const sent: string[] = [];
    await drain(spool, sent);
    expect(spool.bytesInFlight).toBe(spool.size);
    await spool.acknowledge(10);
    expect(await readdir(join(parent, assignment.runId))).toHaveLength(2);
    expect(spool.bytesInFlight).toBe(0);
    await spool.close();
    const [again] = await RunSpool.recover(parent);
    expect(again?.window).toEqual({ kept: 10, sent: 8, acknowledged: 8 });
    await again?.resume(10);
    expect(await again?.nextBatch()).toBeUndefined();
    await again?.remove();
  });

  it("drops an incomplete line, and keeps the outcome", async () => {
    const parent = newFolder();
    const spool = await RunSpool.create(parent, assignment);
    await spool.append([frame("one"), frame("two")]);
    await spool.finish({ status: "FINISHED", result: "done", branches: [] });
    await spool.close();
    await appendFile(join(parent, assignment.runId, "frames-1.ndjson"), '{"event":"assi');
    const [again] = await RunSpool.recover(parent);
    expect(again?.window.kept).toBe(2);
    expect(again?.outcome).toEqual({ status: "FINISHED", result: "done", branches: [] });
    await again?.append([frame("three")]);
    const sent: string[] = [];
    if (again) await drain(again, sent);
    expect(sent.map((text) => JSON.parse(text))).toEqual(["one", "two", "three"].map(frame));
    await again?.remove();
  });

  it("deletes a folder without an assignment, whose run never started", async () => {
    const parent = newFolder();
    await mkdir(join(parent, assignment.runId), { recursive: true });
    expect(await RunSpool.recover(parent)).toEqual([]);
    expect(await readdir(parent)).toEqual([]);
  });
});
