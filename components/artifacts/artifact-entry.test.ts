import { expect, it } from "vitest";
import { groupByAgent } from "./artifact-entry";

const entry = (agent: string, path: string) => ({
  path,
  sizeBytes: 1,
  updatedAt: "2026-01-01T00:00:00.000Z",
  agent: { id: agent, name: agent },
});

it("groups artifacts by agent, keeping both orders", () => {
  const groups = groupByAgent([entry("b", "1"), entry("a", "2"), entry("b", "3")]);
  expect(groups.map(({ agent, artifacts }) => [agent.id, artifacts.map(({ path }) => path)])).toEqual([
    ["b", ["1", "3"]],
    ["a", ["2"]],
  ]);
});
