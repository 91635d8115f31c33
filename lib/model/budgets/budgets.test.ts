import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BudgetBody } from "@/lib/contract/dashboard/budgets/budget";
import { budgetPeriods } from "@/lib/contract/dashboard/budgets/budget-values";
import { PriceTable } from "@/lib/contract/dashboard/prices/price-table";
import { budgetAmount, budgetExceededText, budgetName } from "./budget-text";
import { amountText, type BudgetRule, levelOf, limitOf, problemOf, type UsageRow, usesOf } from "./budget-use";
import { forecast, periodAt } from "./period";

const dayMs = 86_400_000;
const at = (iso: string) => Date.parse(iso);
const anyTime = fc.integer({ min: at("2000-01-01"), max: at("2100-01-01") });
const prices = PriceTable.parse({
  currency: "USD",
  prices: [{ model: "quill", input: "3", output: "15", cacheWrite: "0", cacheRead: "0" }],
});

const row = (more: Partial<UsageRow> = {}): UsageRow => ({
  agentId: "bc-1",
  agentName: "One",
  model: "quill",
  unknownRuns: 0,
  inputTokens: 1_000,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  totalTokens: 1_000,
  ...more,
});
const rule = (more: Partial<BudgetRule> = {}): BudgetRule => ({
  unit: "tokens",
  limit: "1000",
  currency: null,
  period: "month",
  warnAt: 80,
  ...more,
});

describe("periods", () => {
  it.each([
    ["day", "2026-02-28T23:59:59.999Z", "2026-02-28", "2026-03-01"],
    ["day", "2028-02-28T12:00:00Z", "2028-02-28", "2028-02-29"],
    ["day", "2026-12-31T23:59:59Z", "2026-12-31", "2027-01-01"],
    ["month", "2026-01-31T23:59:59.999Z", "2026-01", "2026-02-01"],
    ["month", "2026-02-01T00:00:00Z", "2026-02", "2026-03-01"],
    ["month", "2026-12-31T23:59:59Z", "2026-12", "2027-01-01"],
    ["month", "2028-02-29T00:00:00Z", "2028-02", "2028-03-01"],
  ] as const)("a %s at %s is %s until %s", (period, now, key, end) => {
    expect(periodAt(period, at(now))).toMatchObject({ key, to: at(end) });
  });

  it("contain every time in exactly one period, and follow each other without gaps", () => {
    fc.assert(
      fc.property(anyTime, fc.constantFrom("day" as const, "month" as const), (now, period) => {
        const range = periodAt(period, now);
        expect(range && range.from <= now && now < range.to).toBe(true);
        expect(periodAt(period, range?.to ?? 0)).toMatchObject({ from: range?.to });
        expect(periodAt(period, (range?.to ?? 0) - 1)).toEqual(range);
        expect(new Date(range?.from ?? 0).toISOString().startsWith(range?.key ?? "?")).toBe(true);
      }),
    );
  });

  it("don't exist for budgets per agent", () => {
    expect(periodAt("agent", 0)).toBeUndefined();
  });

  it("have a forecast after a tenth of the period, never below current usage", () => {
    const range = { key: "", from: 0, to: dayMs };
    expect(forecast(100n, range, dayMs / 2)).toBe(200n);
    expect(forecast(100n, range, dayMs / 10 - 1)).toBeUndefined();
    expect(forecast(0n, range, dayMs / 2)).toBeUndefined();
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.integer({ min: dayMs / 10, max: dayMs }), (used, now) => {
        expect(forecast(used, range, now)).toBeGreaterThanOrEqual(used);
      }),
    );
  });
});

describe("what a budget has used", () => {
  it.each([
    [799n, "ok"],
    [800n, "warning"],
    [999n, "warning"],
    [1_000n, "reached"],
    [5_000n, "reached"],
  ] as const)("%s of 1000 tokens is %s with a warning at 80%%", (used, level) => {
    expect(levelOf(rule(), used)).toBe(level);
  });

  it("only rises through the levels, and reaches the limit exactly there", () => {
    const levels = ["ok", "warning", "reached"];
    const limits = fc.integer({ min: 1, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 100 }), fc.nat(), fc.nat(), (limit, warnAt, one, other) => {
        const budget = rule({ limit: String(limit), warnAt });
        const [low, high] = [BigInt(Math.min(one, other)), BigInt(Math.max(one, other))];
        expect(levels.indexOf(levelOf(budget, low))).toBeLessThanOrEqual(levels.indexOf(levelOf(budget, high)));
        expect(levelOf(budget, limitOf(budget))).toBe("reached");
        expect(levelOf(budget, limitOf(budget) - 1n)).not.toBe("reached");
      }),
    );
  });

  it("adds up a period, and separates agents otherwise, largest first", () => {
    const rows = [row(), row({ agentId: "bc-2", agentName: "Two", totalTokens: 3_000 }), row({ unknownRuns: 2 })];
    const options = { prices, now: at("2026-04-13") };
    expect(usesOf(rule(), rows, options)).toMatchObject([{ subject: "2026-04", used: 5_000n, unknownRuns: 2 }]);
    expect(usesOf(rule(), [], options)).toMatchObject([{ used: 0n }]);
    expect(usesOf(rule({ period: "agent" }), rows, options)).toMatchObject([
      { subject: "bc-2", used: 3_000n, agent: { name: "Two" } },
      { subject: "bc-1", used: 2_000n },
    ]);
  });

  it("counts tokens without a price instead of treating them as free", () => {
    const budget = rule({ unit: "money", limit: "0.003", currency: "USD" });
    const [use] = usesOf(budget, [row(), row({ model: "basalt", totalTokens: 70 })], { prices, now: 0 });
    expect(use).toMatchObject({ unpricedTokens: 70 });
    expect(amountText("money", use?.used ?? 0n)).toBe("0.003");
    expect(levelOf(budget, use?.used ?? 0n)).toBe("reached");
    expect(problemOf(budget, undefined)).toBe("no_prices");
    expect(problemOf(budget, { ...prices, currency: "EUR" })).toBe("other_currency");
    expect(problemOf(rule(), undefined)).toBeUndefined();
  });
});

describe("the texts of a budget", () => {
  const budget = {
    scope: { kind: "team" as const },
    label: "",
    period: "month" as const,
    unit: "tokens" as const,
    used: "5012311",
    limit: "5000000",
    resetsAt: "2026-12-01T00:00:00.000Z",
  };
  it("name the budget, what is used, and when it resets", () => {
    expect(budgetExceededText(budget)).toBe(
      "The monthly budget for the team is used up: 5,012,311 of 5,000,000 tokens. It resets on 2026-12-01 00:00 UTC, and an admin can raise it.",
    );
    const { resetsAt: _, ...total } = budget;
    const scope = { kind: "agent" as const, agentId: "bc-1" };
    expect(budgetExceededText({ ...total, scope, label: "Fix it", period: "agent" })).toBe(
      "The total budget for Fix it is used up: 5,012,311 of 5,000,000 tokens. It doesn't reset, and an admin can raise it.",
    );
    expect(budgetName({ scope: { kind: "team" }, label: "", period: "agent" })).toBe("budget per agent for the team");
    expect(budgetAmount("2.5", { unit: "money", currency: "USD" })).toBe("2.50 USD");
    expect(budgetAmount("1", { unit: "tokens" })).toBe("1 token");
  });
});

describe("a budget's input", () => {
  const body = { scope: { kind: "team" }, unit: "tokens", limit: "5000", period: "day", warnAt: 80, action: "stop" };
  const problemAt = (more: object) => BudgetBody.safeParse({ ...body, ...more }).error?.issues[0]?.path.join(".");
  it.each([
    [{ limit: "0" }, "limit"],
    [{ limit: "-5" }, "limit"],
    [{ limit: "1.5" }, "limit"],
    [{ limit: "1e6" }, "limit"],
    [{ limit: "0.00", unit: "money" }, "limit"],
    [{ limit: "0.0000001", unit: "money" }, "limit"],
    [{ warnAt: 0 }, "warnAt"],
    [{ warnAt: 101 }, "warnAt"],
    [{ scope: { kind: "repository", repository: "orders" } }, "scope.repository"],
    [{ scope: { kind: "user", userId: "ada" } }, "scope.userId"],
    [{ scope: { kind: "agent", agentId: "bc-1" } }, "period"],
    [{ more: 1 }, ""],
  ])("rejects %j", (more, field) => {
    expect(problemAt(more)).toBe(field);
  });
  it.each(budgetPeriods)("accepts a budget per %s", (period) => {
    expect(problemAt({ period, limit: "0.5", unit: "money" })).toBeUndefined();
  });
});
