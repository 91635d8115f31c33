import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { notifyPayload } from "../core/store/notifications";
import { runs } from "../core/store/tables/agents";
import { type Frame, startTestService, type TestService } from "../testing/test-service";

const Call = z.strictObject({
  callId: z.string(),
  name: z.string(),
  status: z.enum(["running", "completed"]),
  args: z.json().optional(),
  result: z.json().optional(),
  truncated: z
    .strictObject({ args: z.literal(true), result: z.literal(true) })
    .partial()
    .optional(),
});

const large = "a line of a file that is too large\n".repeat(3_000).trimEnd();
const prompt = ["```file large.txt", large, "```", "```sh", "seq 1 200000", "```", "```sh", "echo small", "```"].join(
  "\n",
);

let test: TestService;
let frames: Frame[] = [];
beforeAll(async () => {
  test = await startTestService();
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: prompt } } });
  frames = await test.stream(agent.id, run.id);
});
afterAll(() => test.close());

const calls = (name: string) =>
  frames
    .filter(({ event }) => event === "tool_call")
    .map(({ data }) => Call.parse(data))
    .filter((call) => call.name === name);

describe("tool calls in the stream", () => {
  it("A-STREAM-25: omit arguments over 64 kB and mark them as truncated", () => {
    const own = calls("edit_file");
    expect(own.map(({ status }) => status)).toEqual(["running", "completed"]);
    for (const call of own) {
      expect(call).not.toHaveProperty("args");
      expect(call.truncated).toMatchObject({ args: true });
    }
  });

  it("A-STREAM-26: omit a result over 64 kB and mark it as truncated", () => {
    const [running, completed] = calls("run_terminal_cmd");
    expect(running).not.toHaveProperty("truncated");
    expect(completed).toMatchObject({ args: { command: "seq 1 200000" }, truncated: { result: true } });
    expect(completed).not.toHaveProperty("result");
  });

  it("A-STREAM-27: only mark what is omitted as truncated", () => {
    const all = [...calls("edit_file"), ...calls("run_terminal_cmd")];
    expect(all).toHaveLength(6);
    for (const { status, args, result, truncated } of all) {
      expect(args === undefined).toBe(truncated?.args === true);
      if (status === "completed") expect(result === undefined).toBe(truncated?.result === true);
      if (truncated) expect(Object.values(truncated)).not.toEqual([]);
    }
  });

  it("A-STREAM-28: contain the tool's arguments and result as JSON", () => {
    const [running, completed] = calls("run_terminal_cmd").slice(2);
    expect(running).toMatchObject({ status: "running", args: { command: "echo small" } });
    expect(running).not.toHaveProperty("result");
    expect(completed).toMatchObject({ status: "completed", args: { command: "echo small" } });
    expect(JSON.stringify(completed?.result)).toContain("small\\n");
  });

  it("are partially readable in interaction updates, which are also limited", () => {
    const text = JSON.stringify(frames.filter(({ event }) => event === "interaction_update"));
    expect(text.includes("a line of a file that is too large")).toBe(true);
    expect(text.includes("1\\n2\\n3\\n")).toBe(true);
    for (const { data } of frames) expect(JSON.stringify(data).length).toBeLessThan(1_000_000);
  });
});

describe("a stream that fails", () => {
  it("A-STREAM-36: ends with an error with code and message, without an id, when its run is deleted", {
    tags: ["long"],
  }, async () => {
    const { db, ids } = test.service;
    const id = `run-${ids.uuid()}`;
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
    await test.stream(agent.id, run.id);
    const [row] = await db.select().from(runs).where(eq(runs.id, run.id));
    if (!row) throw new Error("run not found");
    const { position: _position, ...copy } = row;
    await db.insert(runs).values({ ...copy, id, status: "CREATING", endedAt: null });
    let removed: Promise<unknown> | undefined;
    const seen = await test.stream(agent.id, id, {
      until: ({ event }) => {
        removed ??= db.transaction(async (tx) => {
          await tx.delete(runs).where(eq(runs.id, id));
          await tx.execute(sql`select pg_notify('slipway', ${notifyPayload("run", id)})`);
        });
        return event === "error";
      },
    });
    await removed;
    expect(seen).toEqual([
      { event: "status", data: { runId: id, status: "CREATING" } },
      { event: "error", data: { code: "not_found", message: expect.any(String) } },
    ]);
  });
});
