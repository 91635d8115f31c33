import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript } from "@/lib/model/transcript/state";
import { agentProgram } from "../testing/agent-program";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { expectAgreement, parseMessage } from "../testing/transcript-agreement";
import { describeAgent } from "./describe-agent";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

const option = (
  id: string,
  name: string,
  category: string | undefined,
  current: string,
  values: readonly string[],
) => ({
  id,
  name,
  category,
  type: "select",
  currentValue: current,
  options: values.map((value) => ({ value, name: value.toUpperCase() })),
});
const model = (current: string, values: readonly string[]) => option("model", "Model", "model", current, values);
const effort = (current: string, values: readonly string[]) => option("effort", "Effort", undefined, current, values);
const update = (configOptions: unknown) => ({ sessionUpdate: "config_option_update", configOptions });
const send = (each: object) => `update(${JSON.stringify(each)});`;
const end = `send({ id, result: { stopReason: "end_turn" } });`;

describe("the options that an agent reports after its session is open", () => {
  it("replace its models and options, whatever it announces first", async () => {
    const state = JSON.stringify({ configOptions: [model("small", ["small"]), effort("low", ["low"])] });
    const changed = send(update([model("large", ["small", "large"]), effort("high", ["low", "high"])]));
    const onMessage = `
      if (method === "session/new") {
        send({ id, result: { sessionId: "s", ...${state} } });
        update({ sessionUpdate: "available_commands_update", availableCommands: [{ name: "review", description: "" }] });
        setTimeout(() => { ${changed} }, 50);
        continue;
      }`;
    const command = await harness.program("later", agentProgram("", { onMessage }));
    const described = await describeAgent(
      { id: "later", command },
      {
        sandbox: "none",
        egress: { inherited: [], blocked: [], required: [] },
        clock: systemClock,
        ids: systemIds,
        signal: new AbortController().signal,
      },
    );
    expect(described.models.map(({ id }) => id)).toEqual(["small", "large"]);
    expect(described.currentModel).toBe("large");
    expect(described.options).toMatchObject([
      { id: "effort", current: "high", values: [{ id: "low" }, { id: "high" }] },
    ]);
    expect(described.commands).toEqual([{ name: "review", description: "" }]);
  });

  it("decide which parameters a run can set, once its model is selected", { tags: ["long"] }, async () => {
    const before = JSON.stringify({ configOptions: [model("small", ["small", "large"])] });
    const after = JSON.stringify({
      configOptions: [model("large", ["small", "large"]), effort("low", ["low", "high"])],
    });
    const onMessage = `
      if (method === "session/set_config_option") { settings.push(params.configId + "=" + params.value); send({ id, result: ${after} }); continue; }`;
    const command = await harness.program(
      "depends",
      agentProgram(`say(settings.join()); ${end}`, { state: before, onMessage }),
    );
    const agent = { env: {}, model: "large" };
    const params = [{ id: "effort", value: "high" }];
    const { outcome } = await harness.run({ command, agent, model: { id: "depends/large", params } });
    expect(outcome).toMatchObject({ status: "FINISHED", result: "model=large,effort=high" });
    const rejected = await harness.run({ command, agent: { env: {} }, model: { id: "depends", params } });
    expect(rejected.outcome).toMatchObject({ status: "ERROR", error: { code: "invalid_model" } });
  });

  it("are shown in the transcript when a value changes during the turn", { tags: ["long"] }, async () => {
    const state = JSON.stringify({
      configOptions: [model("large", ["small", "large"]), effort("low", ["low", "high"])],
    });
    const fallback = update([model("small", ["small", "large"]), effort("low", ["low", "high"])]);
    const invalid = { sessionUpdate: "config_option_update", configOptions: [{ id: 1 }] };
    const more = update([model("small", ["small", "large", "huge"]), effort("low", ["low", "high"])]);
    const said = (text: string) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    const updates = [said("Large is overloaded. "), fallback, fallback, invalid, more, said("Done.")];
    const command = await harness.program(
      "falls-back",
      agentProgram(`${updates.map(send).join("\n")} ${end}`, { state }),
    );
    const { outcome, frames } = await harness.run({ command });
    expect(outcome).toMatchObject({ status: "FINISHED", result: "Large is overloaded. Done." });
    const transcript = reduceAll(emptyTranscript, frames);
    const messages = updates.map((each) => JSON.stringify({ method: "session/update", params: { update: each } }));
    expectAgreement(messages.map(parseMessage), transcript);
    const notices = transcript.rows.flatMap((row) => (row.kind === "notice" ? [row.text] : []));
    expect(notices).toEqual(["Model changed to SMALL"]);
  });
});
