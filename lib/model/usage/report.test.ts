import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PriceTable } from "@/lib/contract/dashboard/prices/price-table";
import type { TokenCounts, UsageSum } from "@/lib/contract/dashboard/usage/usage";
import { fromMicros, toMicros } from "./micros";
import { cacheShare, costPerMerge, maxAgents, mergeRate, type UsageLine, usageReport } from "./report";

const kinds = ["inputTokens", "outputTokens", "cacheWriteTokens", "cacheReadTokens", "totalTokens"] as const;
const count = fc.nat(2_000_000_000);

const line: fc.Arbitrary<UsageLine> = fc
  .record({
    day: fc.constantFrom("2026-04-12", "2026-04-13", "2026-05-01"),
    agent: fc.nat(400),
    repository: fc.constantFrom("https://x/a", "", null),
    model: fc.constantFrom("quill", "basalt", "", null),
    environment: fc.constantFrom("cloud", "pool: gpu"),
    owner: fc.constantFrom("ada", "bo", null),
    ownerName: fc.constant("A name"),
    runs: fc.integer({ min: 1, max: 9 }),
    counts: fc.tuple(count, count, count, count),
  })
  .map(({ agent, counts: [inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens], ...rest }) => ({
    ...rest,
    agentId: `bc-${agent}`,
    agentName: `Agent ${agent}`,
    unknownRuns: 0,
    unreconciledRuns: 0,
    inputTokens,
    outputTokens,
    cacheWriteTokens,
    cacheReadTokens,
    totalTokens: inputTokens + outputTokens + cacheWriteTokens + cacheReadTokens,
  }));

const table = PriceTable.parse({
  currency: "USD",
  prices: [{ model: "quill", input: "3", output: "15.5", cacheWrite: "3.75", cacheRead: "0.300001" }],
});

const added = (sums: readonly TokenCounts[], kind: keyof TokenCounts) =>
  sums.reduce((sum, each) => sum + each[kind], 0);

describe("the usage report", () => {
  it("adds up to the totals in every grouping", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 500 }), (lines) => {
        const report = usageReport(lines, table);
        const agents: UsageSum[] = [...report.agent, ...(report.otherAgents ? [report.otherAgents] : [])];
        for (const kind of [...kinds, "runs", "unpricedTokens"] as const) {
          for (const sums of [report.days, report.repository, report.model, report.environment, report.owner, agents]) {
            expect(sums.reduce((sum, each) => sum + (each[kind] ?? 0), 0)).toBe(report.totals[kind] ?? 0);
          }
        }
        for (const kind of kinds) expect(report.totals[kind]).toBe(added(lines, kind));
        expect(report.agent.length).toBeLessThanOrEqual(maxAgents);
      }),
      { numRuns: 60 },
    );
  });

  const one = (overrides: Partial<UsageLine>): UsageLine => ({
    day: "2026-04-12",
    agentId: "bc-1",
    agentName: "One",
    repository: "",
    model: "quill",
    environment: "cloud",
    owner: null,
    ownerName: null,
    runs: 1,
    unknownRuns: 0,
    unreconciledRuns: 0,
    inputTokens: 1_000_000,
    outputTokens: 100_000,
    cacheWriteTokens: 0,
    cacheReadTokens: 10,
    totalTokens: 1_100_010,
    ...overrides,
  });

  it("estimates costs only from the price table", () => {
    expect(usageReport([one({})], undefined).totals).not.toHaveProperty("estimate");
    expect(usageReport([one({})], undefined)).not.toHaveProperty("currency");
    const { totals } = usageReport([one({}), one({ model: null }), one({ model: "" })], table);
    expect(totals).toMatchObject({ estimate: "4.550003", unpricedTokens: 2_200_020 });
    const any = PriceTable.parse({ ...table, prices: [{ ...table.prices[0], model: "*" }] });
    expect(usageReport([one({ model: null })], any).totals).toMatchObject({ estimate: "4.550003", unpricedTokens: 0 });
  });

  it("lists the most expensive groups first, and without prices those with the most tokens", () => {
    const lines = [
      one({}),
      one({ agentId: "bc-2", model: "basalt", inputTokens: 0, outputTokens: 0, totalTokens: 10 }),
      one({ agentId: "bc-3", model: "", totalTokens: 5_000_000 }),
    ];
    const order = (prices: PriceTable | undefined) => usageReport(lines, prices).agent.map(({ key }) => key);
    expect(order(undefined)).toEqual(["bc-3", "bc-1", "bc-2"]);
    expect(order(table)).toEqual(["bc-1", "bc-3", "bc-2"]);
  });

  it("counts each pull request once in every group, with its cost per merge", () => {
    const pulls = new Map([
      [
        "bc-1",
        [
          { url: "https://x/1", state: "merged" as const },
          { url: "https://x/2", state: "closed" as const },
        ],
      ],
      [
        "bc-2",
        [
          { url: "https://x/1", state: "merged" as const },
          { url: "https://x/3", state: "open" as const },
        ],
      ],
    ]);
    const lines = [
      one({}),
      one({ day: "2026-04-13" }),
      one({ agentId: "bc-2", model: "basalt" }),
      one({ agentId: "bc-3" }),
    ];
    const { totals, model, agent } = usageReport(lines, table, pulls);
    expect(totals.pulls).toEqual({ open: 1, closed: 1, merged: 1 });
    expect(mergeRate(totals)).toBe(0.5);
    expect(costPerMerge(totals)).toBe(totals.estimate);
    expect(model.map(({ key, pulls }) => [key, pulls?.merged])).toEqual([
      ["quill", 1],
      ["basalt", 1],
    ]);
    const third = agent.find(({ key }) => key === "bc-3") ?? {};
    expect([mergeRate(third), costPerMerge(third)]).toEqual([undefined, undefined]);
    expect(costPerMerge(usageReport(lines, undefined, pulls).totals)).toBeUndefined();
  });

  it("returns the cached share of the input", () => {
    expect(cacheShare(one({ inputTokens: 10, cacheWriteTokens: 10, cacheReadTokens: 60 }))).toBe(0.75);
    expect(cacheShare(one({ inputTokens: 0, cacheReadTokens: 0 }))).toBeUndefined();
  });
});

describe("prices", () => {
  it("keep their decimal places", () => {
    fc.assert(
      fc.property(fc.nat(999_999_999_999), (micros) => {
        expect(toMicros(fromMicros(micros))).toBe(micros);
      }),
    );
  });
  it.each(["-1", "1e3", ".5", "1.0000001", "", "1000000", "NaN"])("rejects the price %j", (price) => {
    const prices = [{ ...table.prices[0], input: price }];
    expect(PriceTable.safeParse({ currency: "USD", prices }).success).toBe(false);
  });
});
