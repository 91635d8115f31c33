import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { systemClock } from "@/lib/core/clock";
import { type Frame, startTestService, type TestService } from "../testing/test-service";

const run = promisify(execFile);

let aheadMs = 0;
/** Set while a test needs an exact time. */
let stoppedAt: number | undefined;
const clock = { ...systemClock, now: () => stoppedAt ?? Date.now() + aheadMs };

let test: TestService;
let url = "";
let agentId = "";
let runId = "";
let frames: Frame[] = [];

const prompt = [
  "Write a note, then count its words.",
  "```file notes/hello.md",
  "hello from the agent",
  "```",
  "Now count.",
  "```sh",
  "wc -w notes/hello.md",
  "```",
].join("\n");

beforeAll(async () => {
  test = await startTestService({ DEMO: "1", STREAM_RETENTION_SECONDS: "600" }, clock);
  // Tests use a free port, so use the address the service listens on.
  url = `${test.url}/demo/orders`;
  const created = await test.call(createAgent, { body: { prompt: { text: prompt }, repos: [{ url }] } });
  agentId = created.agent.id;
  runId = created.run.id;
  frames = await test.stream(agentId, runId);
});
afterAll(() => test.close());

const Text = z.object({ text: z.string() });
const texts = (event: string) =>
  frames.filter((frame) => frame.event === event).map((frame) => Text.parse(frame.data).text);
const stored = (list: Frame[]) => list.filter((frame) => frame.id !== undefined);

describe("a run stream", () => {
  it("A-STREAM-01, A-STREAM-13, A-STREAM-14, A-STREAM-17: starts with the status, without an id", () => {
    expect(frames[0]).toEqual({ event: "status", data: { runId, status: expect.stringMatching(/CREATING|RUNNING/) } });
  });

  it("A-STREAM-33, A-STREAM-34, A-STREAM-38: ends with result and then done", () => {
    const [result, done] = frames.slice(-2);
    expect(result).toMatchObject({
      event: "result",
      data: { runId, status: "FINISHED", durationMs: expect.any(Number) },
    });
    expect(done).toMatchObject({ event: "done", data: {} });
  });

  it("A-STREAM-18, A-STREAM-19: has assistant deltas that add up to the reply", async () => {
    const { result } = await test.call(getRun, { params: { id: agentId, runId } });
    expect(texts("assistant").join("")).toBe(result);
    expect(result).not.toBe("");
  });

  it("A-STREAM-20: has thinking as text", () => {
    expect(texts("thinking").join("")).not.toBe("");
  });

  it("A-STREAM-21, A-STREAM-22, A-STREAM-23, A-STREAM-24: has tool calls that run and then complete, each under its own id", () => {
    const Call = z.object({ callId: z.string(), name: z.string(), status: z.enum(["running", "completed"]) });
    const calls = frames.filter(({ event }) => event === "tool_call").map(({ data }) => Call.parse(data));
    const ids = [...new Set(calls.map(({ callId }) => callId))];
    expect(ids.length).toBeGreaterThanOrEqual(2);
    for (const id of ids) {
      const own = calls.filter(({ callId }) => callId === id);
      expect(own.at(-1)?.status).toBe("completed");
      expect(new Set(own.map(({ name }) => name)).size).toBe(1);
    }
  });

  it("A-STREAM-29, A-STREAM-30: has interaction updates in addition to the simple events", () => {
    const types = frames
      .filter(({ event }) => event === "interaction_update")
      .map(({ data }) => z.object({ type: z.string() }).parse(data).type);
    for (const type of [
      "text-delta",
      "tool-call-started",
      "tool-call-completed",
      "step-started",
      "step-completed",
      "turn-ended",
    ]) {
      expect(types, type).toContain(type);
    }
  });

  it("A-STREAM-10, A-STREAM-11: has frames of id, event and data, separated by LF, with unique ids", async () => {
    const response = await fetch(`${test.url}/v1/agents/${agentId}/runs/${runId}/stream`, {
      headers: { authorization: `Bearer ${test.keys.user}` },
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const text = await response.text();
    expect(text).not.toContain("\r");
    const blocks = text.split("\n\n").slice(0, -1);
    expect(blocks[0]).toMatch(/^event: status\ndata: \{.*\}$/);
    for (const block of blocks.slice(1)) expect(block).toMatch(/^id: \S+\nevent: \w+\ndata: \{.*\}$/);
    const ids = blocks.slice(1).map((block) => block.split("\n")[0]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("A-STREAM-07: has a retention header with the service name", async () => {
    const response = await test.send("GET", `/v1/agents/${agentId}/runs/${runId}/stream`);
    expect(response.headers.get("x-svc-stream-retention-seconds")).toBe("600");
  });

  it("A-STREAM-04, A-STREAM-15, A-STREAM-16: resumes after any id, with the status first, without losing or repeating events", async () => {
    const all = stored(frames);
    for (const [index, { id }] of all.entries()) {
      if (index % 7 !== 0 && index !== all.length - 1) continue;
      const rest = await test.stream(agentId, runId, { lastEventId: id ?? "" });
      expect(rest[0]).toEqual({ event: "status", data: { runId, status: "FINISHED" } });
      expect(rest.slice(1)).toEqual(all.slice(index + 1));
    }
  });

  it("A-STREAM-05, A-STREAM-06, A-STREAM-03: rejects another run's event id, and only has its own run's events", async () => {
    const next = await test.call(createRun, {
      params: { id: agentId },
      body: { prompt: { text: "```sh\ncat notes/hello.md\n```" } },
    });
    const followUp = await test.stream(agentId, next.run.id);
    expect(followUp.at(-2)).toMatchObject({ event: "result", data: { runId: next.run.id } });
    expect(JSON.stringify(followUp)).toContain("hello from the agent");
    for (const lastEventId of [stored(followUp)[3]?.id ?? "", "nonsense", "999"]) {
      const response = await test.send("GET", `/v1/agents/${agentId}/runs/${runId}/stream`, {
        headers: { "last-event-id": lastEventId },
      });
      expect(response).toMatchObject({ status: 400, body: { error: { code: "invalid_last_event_id" } } });
    }
  });

  it("sends all events to every live reader", async () => {
    const { run: slow } = await test.call(createRun, {
      params: { id: agentId },
      body: { prompt: { text: "```sh\nfor i in 1 2 3 4 5; do echo line $i; sleep 0.05; done\n```" } },
    });
    const readers = await Promise.all([1, 2, 3].map(() => test.stream(agentId, slow.id)));
    for (const reader of readers) expect(stored(reader)).toEqual(stored(readers[0] ?? []));
    expect(readers[0]?.at(-1)?.event).toBe("done");
  });

  it("A-STREAM-08: expires after retention, while the run stays readable", async () => {
    aheadMs = 601_000;
    const response = await test.send("GET", `/v1/agents/${agentId}/runs/${runId}/stream`);
    expect(response).toMatchObject({ status: 410, body: { error: { code: "stream_expired" } } });
    expect(await test.call(getRun, { params: { id: agentId, runId } })).toMatchObject({ status: "FINISHED" });
    aheadMs = 0;
  });

  it("A-STREAM-08: is available until exactly the end of the retention", async () => {
    const { createdAt, durationMs = 0 } = await test.call(getRun, { params: { id: agentId, runId } });
    const endedAt = Date.parse(createdAt) + durationMs;
    const statusAt = async (time: number) => {
      stoppedAt = time;
      try {
        return (await test.send("GET", `/v1/agents/${agentId}/runs/${runId}/stream`)).status;
      } finally {
        stoppedAt = undefined;
      }
    };
    expect([await statusAt(endedAt + 600_000), await statusAt(endedAt + 600_001)]).toEqual([200, 410]);
  });

  it("returns 404 for an unknown run or another agent's run", async () => {
    const other = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
    for (const path of [`${agentId}/runs/${other.run.id}`, `${agentId}/runs/run-none`]) {
      expect(await test.send("GET", `/v1/agents/${path}/stream`)).toMatchObject({
        status: 404,
        body: { error: { code: "run_not_found" } },
      });
    }
  });
});

describe("the result of a run", () => {
  it("A-CREATE-63, A-CREATE-66, A-RUN-48, A-RUN-51, A-RUN-52: is a branch that git can clone", async () => {
    const agent = await test.call(getAgent, { params: { id: agentId } });
    const branch = agent.git?.branches[0];
    expect(branch?.branch).toMatch(/^svc\//);
    expect(branch?.repoUrl).toBe(`${new URL(test.url).host}/demo/orders`);
    expect(branch).not.toHaveProperty("prUrl");
    const folder = await mkdtemp(join(tmpdir(), "slipway-clone-"));
    try {
      const remote = url.replace("://", `://x-access-token:${test.keys.user}@`);
      await run("git", ["clone", "-q", "-b", branch?.branch ?? "", `${remote}.git`, folder]);
      expect(await readFile(join(folder, "notes", "hello.md"), "utf8")).toBe("hello from the agent\n");
      const { stdout } = await run("git", ["-C", folder, "log", "-1", "--format=%s%n%b"]);
      expect(stdout).toContain("Write a note");
      expect(stdout).toContain(agentId);
      const { stdout: main } = await run("git", ["-C", folder, "ls-tree", "-r", "--name-only", "origin/main"]);
      expect(main).not.toContain("notes/hello.md");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
