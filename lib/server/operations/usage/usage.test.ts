import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { User } from "@/lib/server/auth/session-reader";
import { removeAgent, saveDetail, saveEntries } from "@/lib/server/db/indexed-agents";
import { saveUsage } from "@/lib/server/db/run-usage";
import { audit } from "@/lib/server/db/schema";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let calls: DashboardCalls;
let admin: User;
let operator: User;
const id = (end: number) => `bc-5f0c2a8e-3d1b-4c77-9a10-${String(end).padStart(12, "0")}`;
const at = "2026-04-12T10:00:00.000Z";
const tokens = (input: number, output: number, write: number, read: number, total = input + output + write + read) => ({
  inputTokens: input,
  outputTokens: output,
  cacheWriteTokens: write,
  cacheReadTokens: read,
  totalTokens: total,
});

async function agent(end: number, options: { name: string; repos?: { url: string }[]; pool?: string; days: string[] }) {
  const runs = options.days.map((day, index) => ({
    id: `run-${end}-${index}`,
    agentId: id(end),
    status: "FINISHED",
    createdAt: `${day}T23:59:59.999Z`,
    updatedAt: at,
    durationMs: 1,
  }));
  const entry = {
    id: id(end),
    name: options.name,
    status: "IDLE",
    env: options.pool ? { type: "pool", name: options.pool } : { type: "cloud" },
    url: `/agents/${id(end)}`,
    createdAt: at,
    updatedAt: at,
    latestRunId: runs.at(-1)?.id ?? "",
  };
  const { store } = calls;
  await saveEntries(store, { source: "embedded", entries: [entry], pass: 1, readAt: new Date() });
  const detail = { ...entry, repos: options.repos ?? [], workOnCurrentBranch: false, autoCreatePR: false };
  await saveDetail(store, { agent: detail, runs, at: new Date() });
}

beforeAll(async () => {
  calls = await startDashboardCalls();
  admin = await calls.someone("Root", "admin");
  operator = await calls.someone("Dana", "operator");
  await agent(1, { name: "=One", repos: [{ url: "https://x.example/a/b" }], days: ["2026-04-12", "2026-04-13"] });
  await agent(2, { name: "Two", pool: "gpu", days: ["2026-04-13"] });
  await saveUsage(calls.store, {
    agentId: id(1),
    asOf: at,
    usage: {
      totalUsage: tokens(1, 1, 1, 1),
      runs: [
        { id: "run-1-0", usageUuid: "u", usage: tokens(1_000_000, 200, 30, 4) },
        { id: "run-1-1", usage: tokens(1, 2, 3, 4, 99) },
      ],
    },
  });
  await calls.call(operator, "PUT", `/launches/${id(1)}`, {
    fields: LaunchFields.parse({ prompt: "x", model: "quill" }),
  });
});
afterAll(() => calls.stop());

const report = async (query = "") => (await (await calls.call(operator, "GET", `/usage${query}`)).json()).report;

describe("usage", () => {
  it("sums known data and counts what is missing", async () => {
    expect(await report()).toMatchObject({
      totals: { ...tokens(1_000_001, 202, 33, 8), runs: 3, agents: 2, unknownRuns: 1 },
      days: [
        { day: "2026-04-12", totalTokens: 1_000_234 },
        { day: "2026-04-13", totalTokens: 10, unknownRuns: 1 },
      ],
      repository: [{ key: "https://x.example/a/b" }, { key: "" }],
      model: [{ key: "quill", totalTokens: 1_000_244 }, { key: null }],
      environment: [{ key: "cloud" }, { key: "pool: gpu" }],
      agent: [{ key: id(1), label: "=One" }, { label: "Two" }],
      unreconciledRuns: 1,
    });
    expect(await report()).not.toHaveProperty("currency");
  });

  it("is limited by UTC days, inclusive", async () => {
    expect((await report("?from=2026-04-13")).totals).toMatchObject({ runs: 2, totalTokens: 10 });
    expect((await report("?to=2026-04-12")).totals).toMatchObject({ runs: 1 });
    expect((await report("?from=2026-04-14")).totals).toMatchObject({ runs: 0 });
  });

  it.each([
    ["?from=yesterday", "from"],
    ["?from=2026-02-30", "from"],
    ["?from=2026-04-13&to=2026-04-12", "to"],
  ])("%s is rejected", async (query, field) => {
    const response = await calls.call(operator, "GET", `/usage${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { field } });
  });

  it("is priced only by an admin's table, whose changes are audited", async () => {
    const table = {
      currency: "EUR",
      prices: [{ model: "quill", input: "3", output: "15", cacheWrite: "3.75", cacheRead: "0.3" }],
    };
    expect((await calls.call(operator, "PUT", "/prices", table)).status).toBe(403);
    expect(await (await calls.call(operator, "GET", "/prices")).json()).toEqual({});
    const twice = { ...table, prices: [...table.prices, ...table.prices] };
    expect(await (await calls.call(admin, "PUT", "/prices", twice)).json()).toMatchObject({
      error: { field: "prices.1.model" },
    });
    expect((await calls.call(admin, "PUT", "/prices", table)).status).toBe(200);
    expect(await (await calls.call(operator, "GET", "/prices")).json()).toMatchObject({ table });
    expect(await (await calls.call(operator, "GET", "/agent-costs")).json()).toEqual({
      currency: table.currency,
      costs: { [id(1)]: 3.003159 },
    });
    expect(await report()).toMatchObject({
      currency: "EUR",
      totals: { estimate: "3.003159", unpricedTokens: 0 },
    });
    const rows = await calls.store.database.select().from(audit);
    expect(rows.filter(({ operationId }) => operationId === "setPrices").map(({ phase }) => phase)).toContain(
      "outcome",
    );

    const csv = await (await calls.call(operator, "GET", "/usage/export")).text();
    expect(csv.split("\r\n")).toHaveLength(5);
    expect(csv).toContain("total_tokens,estimate_eur");
    expect(csv).toContain(`,'=One,`);
    await calls.call(admin, "PUT", "/prices", { currency: "EUR", prices: [] });
    expect(await report()).not.toHaveProperty("currency");
  });

  it("is listed run by run", async () => {
    const response = await (await calls.call(operator, "GET", `/usage/agents/${id(2)}`)).json();
    expect(response).toEqual({ runs: [{ id: "run-2-0", status: "FINISHED", createdAt: "2026-04-13T23:59:59.999Z" }] });
  });

  it("is exported as CSV with its date range", async () => {
    const response = await calls.call(operator, "GET", "/usage/export?from=2026-04-13");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="usage-from-2026-04-13.csv"');
    expect((await response.text()).split("\r\n")).toHaveLength(4);
  });
});

describe("the form of a launch", () => {
  it("is stored once, without secrets, and deleted with the agent", async () => {
    const again = { fields: { ...LaunchFields.parse({ prompt: "other" }), secrets: { a: "s3cret" } } };
    await calls.call(operator, "PUT", `/launches/${id(1)}`, again);
    const kept = await (await calls.call(operator, "GET", `/launches/${id(1)}`)).text();
    expect(kept).toContain('"prompt":"x"');
    expect(kept).not.toContain("s3cret");
    await removeAgent(calls.store, { id: id(1), source: "embedded", at: new Date() });
    const deleted = await calls.call(operator, "GET", `/launches/${id(1)}`);
    expect([deleted.status, await deleted.json()]).toEqual([200, { fields: null }]);
  });
});
