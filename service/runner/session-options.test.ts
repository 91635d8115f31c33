import { describe, expect, it } from "vitest";
import type { RunSpec } from "./run-spec";
import { sessionSettings } from "./session-options";
import { SessionState } from "./session-update";

const wanted = (mode: RunSpec["mode"]) => ({ mode, model: { id: "other", params: [] } });

function state(current: string) {
  const options = [{ value: "build" }, { value: "plan" }];
  const mode = { id: "mode", category: "mode", type: "select", currentValue: current, options };
  return SessionState.parse({ configOptions: [mode] });
}

describe("a mode that is one of the agent's options", () => {
  it("is set to plan, and back for a run that may change things", () => {
    expect(sessionSettings(wanted("plan"), state("build"))).toEqual([
      { set: "option", configId: "mode", value: "plan" },
    ]);
    expect(sessionSettings(wanted("agent"), state("plan"))).toEqual([
      { set: "option", configId: "mode", value: "build" },
    ]);
  });

  it("is left alone where it is right already", () => {
    expect(sessionSettings(wanted("plan"), state("plan"))).toEqual([]);
    expect(sessionSettings(wanted("agent"), state("build"))).toEqual([]);
  });

  it("is refused where the agent has no plan mode", () => {
    expect(() => sessionSettings(wanted("plan"), SessionState.parse({}))).toThrow("no plan mode");
    expect(sessionSettings(wanted("agent"), SessionState.parse({}))).toEqual([]);
  });
});
