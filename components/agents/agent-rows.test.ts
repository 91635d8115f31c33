import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Call } from "@/lib/contract/call";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { parseResponse } from "@/lib/contract/parse-response";
import { agentRowsQuery, mergeRows } from "./agent-rows";

const row = (id: string, createdAt: string, name = id): AgentRow => ({
  id,
  name,
  status: "IDLE",
  env: { type: "cloud" },
  latestRunId: "run-1",
  createdAt,
  updatedAt: createdAt,
});

describe("mergeRows", () => {
  it("keeps each agent once, newest first, for any input", () => {
    const rows = fc.array(
      fc
        .tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.integer({ min: 1, max: 9 }))
        .map(([id, n]) => row(id, `${n}`)),
    );
    fc.assert(
      fc.property(rows, rows, fc.subarray(["a", "b", "c"]), (before, fresh, removed) => {
        const merged = mergeRows(mergeRows([], before), fresh, removed);
        const ids = merged.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of removed) expect(ids.includes(id)).toBe(fresh.some((each) => each.id === id));
        const times = merged.map(({ createdAt }) => createdAt);
        expect(times).toEqual([...times].sort().reverse());
        for (const each of fresh) expect(ids).toContain(each.id);
      }),
    );
  });

  it("returns the same array when nothing changes", () => {
    const rows = [row("a", "1")];
    expect(mergeRows(rows, [], [])).toBe(rows);
  });
});

it("loads the list page by page, then only the changes since the first page", async () => {
  const requests: unknown[] = [];
  const progress = { complete: true, agents: 3, known: 3 };
  const responses: unknown[] = [
    { rows: [row("c", "3"), row("b", "2")], nextCursor: "more", change: 7, progress },
    { rows: [row("a", "1")], change: 9, progress },
    { rows: [row("b", "2", "renamed")], removed: [], change: 10, more: true, progress },
    { rows: [], removed: ["a"], change: 11, more: false, progress },
  ];
  const call: Call = async (lazyOperation, { query }) => {
    const operation = typeof lazyOperation === "function" ? await lazyOperation() : lazyOperation;
    requests.push([operation.id, query]);
    return parseResponse(operation, responses.shift());
  };
  const client = new QueryClient();
  const read = () => client.fetchQuery({ ...agentRowsQuery(call), staleTime: 0 });
  await read();
  await read();
  const { rows, change } = await read();
  expect(rows.map(({ name }) => name)).toEqual(["c", "renamed"]);
  expect(change).toBe(11);
  expect(requests).toEqual([
    ["listAgentRows", { limit: "100" }],
    ["listAgentRows", { limit: "1000", cursor: "more" }],
    ["listAgentChanges", { since: "7" }],
    ["listAgentChanges", { since: "10" }],
  ]);
});
