import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "@/lib/contract/agents/question";
import { systemClock } from "@/lib/core/clock";
import { agentProgram } from "../testing/agent-program";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { PendingAnswers } from "./pending-answers";

let harness: RunHarness;
let asks: string[];
let chooses: string[];
beforeAll(async () => {
  harness = await createRunHarness();
  const elicitation = `send({ id: "q1", method: "elicitation/create", params: { sessionId: "s", mode: "form", message: "Which one?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } } });`;
  const report = `say(JSON.stringify(result ?? "rejected")); send({ id: prompted, result: { stopReason: "end_turn" } });`;
  const options = {
    onResponse: report,
    onMessage: `if (method === "initialize") { globalThis.offered = params.clientCapabilities.elicitation; } if (method === "session/prompt") globalThis.prompted = id;`,
  };
  asks = await harness.program(
    "asks",
    agentProgram(`say(JSON.stringify(globalThis.offered ?? "not offered")); ${elicitation}`, options),
  );
  const permission = `send({ id: "p1", method: "session/request_permission", params: { sessionId: "s", toolCall: { toolCallId: "t", title: "Deploy where?", kind: "other" },
    options: [{ optionId: "a", name: "Staging", kind: "allow_once" }, { optionId: "b", name: "Production", kind: "allow_once" }, { optionId: "n", name: "Nowhere", kind: "reject_once" }] } });`;
  chooses = await harness.program("chooses", agentProgram(permission, options));
});
afterAll(() => harness.dispose());

const shown = (frames: readonly { data: unknown }[]) =>
  frames.map(({ data }) => data).filter((data) => /"state":"question/.test(JSON.stringify(data))) as {
    state: string;
    end?: string;
  }[];

/** Runs an agent whose question gets the answer; `undefined`: none. */
async function run(command: string[], answer: Answer | undefined, clock = systemClock) {
  const answers = new PendingAnswers();
  return harness.run(
    { command, repositories: [] },
    {
      clock,
      answerTo: (id, signal) => {
        const response = answers.wait(id, signal);
        if (answer) answers.received(id, answer);
        return response;
      },
    },
  );
}

describe("a question of the agent", () => {
  it("is offered, shown, answered, and closed with the answer", async () => {
    const { outcome, frames } = await run(asks, { action: "accept", values: { name: "blue" } });
    expect(outcome.result).toBe('{"form":{}}\n\n{"action":"accept","content":{"name":"blue"}}');
    expect(shown(frames)).toMatchObject([
      { state: "question", question: { message: "Which one?", fields: [{ name: "name", required: true }] } },
      { state: "question-closed", end: "answered", values: { name: "blue" } },
    ]);
  });

  it("can be declined", async () => {
    const { outcome, frames } = await run(asks, { action: "decline" });
    expect(outcome.result).toContain('{"action":"decline"}');
    expect(shown(frames)[1]?.end).toBe("declined");
  });

  it("expires after an hour", async () => {
    const hour = 60 * 60_000;
    const clock = {
      ...systemClock,
      after: (ms: number, call: () => void) => systemClock.after(ms === hour ? 0 : ms, call),
    };
    const { outcome, frames } = await run(asks, undefined, clock);
    expect(outcome.result).toContain('{"action":"cancel"}');
    expect(shown(frames)[1]?.end).toBe("expired");
  });

  it("ends with a canceled run", async () => {
    const cancel = new AbortController();
    const { outcome, frames } = await harness.run(
      { command: asks, repositories: [] },
      {
        signal: cancel.signal,
        answerTo: (id, signal) => {
          const waiting = new PendingAnswers().wait(id, signal);
          cancel.abort();
          return waiting;
        },
      },
    );
    expect(outcome.status).toBe("CANCELLED");
    expect(shown(frames)[1]?.end).toBe("canceled");
  });

  it("isn't offered without a way to answer", async () => {
    const { outcome } = await harness.run({ command: asks, repositories: [] });
    expect(outcome.result).toMatch(/^"not offered"\s*"rejected"$/);
  });
});

describe("a permission request with alternatives", () => {
  it("is a question with these choices", async () => {
    const { outcome, frames } = await run(chooses, { action: "accept", values: { option: "b" } });
    expect(outcome.result).toBe('{"outcome":{"outcome":"selected","optionId":"b"}}');
    expect(shown(frames)[0]).toMatchObject({
      question: {
        message: "Deploy where?",
        fields: [
          {
            choices: [
              { value: "a", label: "Staging" },
              { value: "b", label: "Production" },
            ],
          },
        ],
      },
    });
  });

  it("is rejected when the user declines", async () => {
    const { outcome } = await run(chooses, { action: "decline" });
    expect(outcome.result).toBe('{"outcome":{"outcome":"selected","optionId":"n"}}');
  });
});
