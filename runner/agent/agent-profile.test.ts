import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { RunFrame } from "../run/run-spec";
import { agentProgram } from "../testing/agent-program";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { FrameMasker } from "../transcript/frame-masker";
import { FrameWriter } from "../transcript/frame-writer";

const key = "key-one-two-three";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

describe("the variables of an agent's program", () => {
  it("reach the program, not the processes it starts through the protocol, and are masked", {
    tags: ["long"],
  }, async () => {
    const command = await harness.program(
      "with-key",
      agentProgram(
        `
        globalThis.prompt = id;
        say("it is " + process.env.MODEL_KEY + ", in two parts: ");
        say(process.env.MODEL_KEY.slice(0, 7));
        say(process.env.MODEL_KEY.slice(7));
        send({ id: "create", method: "terminal/create", params: { sessionId: "s", command: "sh", args: ["-c", "echo key: \${MODEL_KEY:-none}"] } });
      `,
        {
          onResponse: `
        if (id === "create") globalThis.terminal = { sessionId: "s", terminalId: result.terminalId };
        if (id === "create") send({ id: "wait", method: "terminal/wait_for_exit", params: terminal });
        if (id === "wait") send({ id: "output", method: "terminal/output", params: terminal });
        if (id === "output") { say("; " + result.output.trim()); send({ id: prompt, result: { stopReason: "end_turn" } }); }
      `,
        },
      ),
    );
    const { outcome, frames } = await harness.run({ command, agent: { env: { MODEL_KEY: key } } });
    expect(outcome).toMatchObject({ status: "FINISHED", result: "it is [masked], in two parts: [masked]; key: none" });
    expect(JSON.stringify(frames)).not.toContain(key);
  });

  it("are masked in the error of a program that crashes", async () => {
    const command = await harness.program(
      "crash",
      "console.error('bad key ' + process.env.MODEL_KEY); process.exit(3);",
    );
    const { outcome } = await harness.run({ command, agent: { env: { MODEL_KEY: key } } });
    expect(outcome.error?.message).toBe("the agent exited with code 3:\nbad key [masked]");
  });
});

it("masks a value however the text around it is split", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("key-", "one-", "two-three", key, "a", "three"), { maxLength: 12 }),
      fc.func(fc.boolean()),
      async (parts, pause) => {
        const clock = new FakeClock();
        const frames: RunFrame[] = [];
        const masker = new FrameMasker({ variables: {}, mcpServers: [], agent: { env: { key } } });
        const writer = new FrameWriter(async (batch) => void frames.push(...batch), clock, masker);
        for (const [index, part] of parts.entries()) {
          writer.append({ kind: "assistant" }, part);
          if (pause(index)) clock.advance(50);
        }
        await writer.close();
        const text = frames
          .filter(({ event }) => event === "assistant")
          .map(({ data }) => Object.values(data ?? {}).join(""))
          .join("");
        expect(text).toBe(parts.join("").replaceAll(key, "[masked]"));
      },
    ),
  );
});
