import fc from "fast-check";
import { expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { compileQuery } from "./match";
import { parseQuery } from "./query";
import { formatTerm, rowTerms } from "./row-terms";

const at = "2026-05-01T12:00:00Z";
const text = fc.string({ minLength: 1, maxLength: 20 }).filter((value) => value.trim() !== "");
const agents: fc.Arbitrary<AgentRow> = fc.record({
  id: fc.constant("bc-1"),
  name: fc.string(),
  status: fc.constantFrom("IDLE", "ACTIVE", "ARCHIVED"),
  env: fc.oneof(
    fc.constant({ type: "cloud" as const }),
    text.map((name) => ({ type: "pool" as const, name })),
  ),
  createdAt: fc.constant(at),
  updatedAt: fc.constant(at),
  latestRunId: fc.constant("run-1"),
  run: fc.record({
    status: fc.constantFrom("CREATING", "RUNNING", "FINISHED", "ERROR", "CANCELLED", "EXPIRED"),
    updatedAt: fc.constant(at),
  }),
  repos: fc.array(
    text.map((name) => ({ url: `https://git.example.com/demo/${encodeURIComponent(name)}.git` })),
    { maxLength: 2 },
  ),
  owner: fc.record({ id: fc.constant("1"), name: text, me: fc.boolean() }),
  labels: fc.array(text, { maxLength: 2 }),
  model: text,
  batch: fc.record({ id: fc.constant("ba-1"), name: text }),
});

it("filters by every fact of an agent so that the agent stays in the list", () => {
  fc.assert(
    fc.property(agents, (agent) => {
      for (const term of rowTerms(agent)) {
        const query = parseQuery(`${formatTerm(term)} archived:any`);
        expect([formatTerm(term), compileQuery(query)(agent)]).toEqual([formatTerm(term), "yes"]);
      }
    }),
  );
});

it("uses the words of the screen", () => {
  const agent: AgentRow = {
    id: "bc-1",
    name: "Agent",
    status: "IDLE",
    env: { type: "pool", name: "gpu" },
    createdAt: at,
    updatedAt: at,
    latestRunId: "run-1",
    run: { status: "ERROR", updatedAt: at },
    labels: ["needs design"],
    owner: { id: "1", name: "Ada Lovelace", me: true },
    repos: [{ url: "https://git.example.com/demo/orders" }],
  };
  expect(rowTerms(agent).map(formatTerm)).toEqual([
    "status:failed",
    "repo:demo/orders",
    "owner:me",
    "env:gpu",
    'label:"needs design"',
  ]);
});
