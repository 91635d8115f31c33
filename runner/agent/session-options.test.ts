import { describe, expect, it } from "vitest";
import type { RunSpec } from "../run/run-spec";
import { SessionState } from "../transcript/session-update";
import { modeChoices, sessionSettings } from "./session-options";

const spec = (mode: RunSpec["mode"]) => ({ mode, model: { id: "other", params: [] } });

function state(current: string) {
  const options = [{ value: "build" }, { value: "plan" }];
  const mode = { id: "mode", category: "mode", type: "select", currentValue: current, options };
  return SessionState.parse({ configOptions: [mode] });
}

describe("a mode that is an option of the agent", () => {
  it("is set to plan, and back for a run that can change files", () => {
    expect(sessionSettings(spec("plan"), state("build"))).toEqual([{ set: "option", configId: "mode", value: "plan" }]);
    expect(sessionSettings(spec("agent"), state("plan"))).toEqual([
      { set: "option", configId: "mode", value: "build" },
    ]);
  });

  it("isn't set if it is already correct", () => {
    expect(sessionSettings(spec("plan"), state("plan"))).toEqual([]);
    expect(sessionSettings(spec("agent"), state("build"))).toEqual([]);
  });

  it("is the configured one, unless the run plans", () => {
    const choices = (...values: string[]) => values.map((value) => ({ value }));
    const codex = (mode: string, collaboration: string) =>
      SessionState.parse({
        configOptions: [
          {
            id: "mode",
            category: "mode",
            type: "select",
            currentValue: mode,
            options: choices("agent", "agent-full-access"),
          },
          {
            id: "collaboration_mode",
            type: "select",
            currentValue: collaboration,
            options: choices("default", "plan"),
          },
        ],
      });
    const agent = { env: {}, mode: "agent-full-access" };
    const set = (configId: string, value: string) => ({ set: "option", configId, value });
    expect(sessionSettings({ ...spec("agent"), agent }, codex("agent", "plan"))).toEqual([
      set("collaboration_mode", "default"),
      set("mode", "agent-full-access"),
    ]);
    expect(sessionSettings({ ...spec("plan"), agent }, codex("agent", "default"))).toEqual([
      set("collaboration_mode", "plan"),
    ]);
    expect(() =>
      sessionSettings({ ...spec("agent"), agent: { env: {}, mode: "x" } }, codex("agent", "default")),
    ).toThrow('the agent has no mode "x"; it has agent, agent-full-access, default, plan');
  });

  it("is the run's parameter before the default and the configured one, unless the run plans", () => {
    const modes = ["default", "acceptEdits", "plan", "bypassPermissions"].map((id) => ({ id, name: id }));
    const offered = SessionState.parse({ modes: { currentModeId: "default", availableModes: modes } });
    const agent = { env: {}, mode: "bypassPermissions" };
    const chosen = { id: "claude", params: [{ id: "mode", value: "acceptEdits" }] };
    const defaults = { ...agent, options: { mode: "acceptEdits" } };
    const accepted = [{ set: "mode", modeId: "acceptEdits" }];
    expect(sessionSettings({ mode: "agent", model: chosen, agent }, offered)).toEqual(accepted);
    expect(sessionSettings({ ...spec("agent"), agent: defaults }, offered)).toEqual(accepted);
    expect(sessionSettings({ ...spec("agent"), agent }, offered)).toEqual([
      { set: "mode", modeId: "bypassPermissions" },
    ]);
    const planned = [{ set: "mode", modeId: "plan" }];
    expect(sessionSettings({ mode: "plan", model: chosen, agent }, offered)).toEqual(planned);
    expect(modeChoices(offered).choices.map(({ id }) => id)).toEqual(["default", "acceptEdits", "bypassPermissions"]);
  });

  it("is rejected if the agent doesn't support plan mode", () => {
    expect(() => sessionSettings(spec("plan"), SessionState.parse({}))).toThrow("doesn't support plan mode");
    expect(sessionSettings(spec("agent"), SessionState.parse({}))).toEqual([]);
  });
});
