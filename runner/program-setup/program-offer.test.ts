import { expect, it } from "vitest";
import type { AgentDescription } from "../agent/describe-agent";
import { presets } from "../programs/presets";
import { programOffer } from "./program-offer";

const values = [
  { id: "workspace-write", name: "Workspace access" },
  { id: "agent-full-access", name: "Full access" },
];
const description: AgentDescription = {
  program: { name: "codex", version: "2.6.0" },
  models: [{ id: "small", name: "Small" }],
  currentModel: "small",
  planMode: true,
  options: [
    { id: "mode", name: "Mode", current: "workspace-write", values },
    { id: "effort", name: "Effort", current: "low", values: [{ id: "low", name: "Low" }] },
  ],
  commands: [],
  images: true,
  continues: true,
  mcp: { http: true, sse: false },
  authMethods: [],
};

it("has the session's modes, except those of a program whose own sandbox doesn't work in a sandbox", () => {
  const ids = (preset: Parameters<typeof programOffer>[1]) =>
    programOffer(description, preset).options.map(({ id }) => id);
  expect(ids(undefined)).toEqual(["mode", "effort"]);
  expect(ids(presets.codex)).toEqual(["effort"]);
});
