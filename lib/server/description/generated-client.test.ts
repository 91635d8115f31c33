// @module-tag long

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Person } from "@/lib/server/auth/session-reader";
import { seedUsage } from "@/lib/server/budgets/testing/seed-usage";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { type CliFixture, startCliFixture } from "@/scripts/cli/testing/cli-fixture";
import { runGenerated } from "@/service/description/testing/generated-client";
import { describeDashboard } from "./describe-dashboard";

let own: CliFixture;
let root: Person;
let folder = "";
beforeAll(async () => {
  own = await startCliFixture();
  root = await own.someone("Root", "admin");
  folder = await mkdtemp(join(tmpdir(), "slipway-client-"));
});
afterAll(async () => {
  await own.stop();
  await rm(folder, { recursive: true, force: true });
});

it("a client generated from the dashboard's description compiles, and launches agents within budgets", async () => {
  const created = await own.call(root, "POST", "/tokens", { name: "script", role: "admin", expiresInDays: 1 });
  const { id, token } = await created.json();
  expect(created.status).toBe(201);
  await seedUsage(own.store, { source: indexSource(dashboardSettings()), at: new Date(), tokens: 150 });
  const flow = `
  const tokens = (await dashboard.listApiTokens()).data.tokens.map(({ name }) => name);
  const limit = { scope: { kind: "team" as const }, unit: "tokens" as const, limit: "100", period: "month" as const };
  const budget = (await dashboard.addBudget({ ...limit, warnAt: 80, action: "stop" })).data;
  const budgets = (await dashboard.listBudgets()).data.items.map(({ id, used, level }) => [id === budget.id, used, level]);
  const body = { prompt: { text: "Say hello" }, name: "Generated" };
  const stopped = await v1.createAgent(body).catch((failed) => failed);
  await dashboard.deleteBudget(budget.id);
  const { agent, run } = (await v1.createAgent(body)).data;
  const listed = (await v1.listAgents({ limit: "1" })).data.items;
  const { status } = (await v1.getRun(agent.id, run.id)).data;
  const trigger = { kind: "schedule" as const, cron: "0 9 * * 1", timeZone: "Europe/Berlin", missed: "skip" as const };
  const concurrency = { limit: 1, overflow: "queue" as const };
  const weekly = { name: "Weekly", prompt: "Update the dependencies", trigger, launch: {}, concurrency };
  const automation = (await dashboard.addAutomation(weekly)).data;
  await dashboard.runAutomation(automation.id);
  const firings = (await dashboard.listAutomationFirings(automation.id)).data.items.map(({ kind, number }) => [kind, number]);
  const invalid = await dashboard
    .updateAutomation(automation.id, { ...weekly, trigger: { ...trigger, cron: "61 * * * *" } })
    .catch((failed) => failed);
  const batch = (await dashboard.createBatch({ id: crypto.randomUUID(), launch: body, attempts: 2 })).data;
  const batches = (await dashboard.listBatches()).data.items.map(({ id }) => id === batch.id);
  const found = (await dashboard.searchEverything({ q: "nothing-like-this" })).data.groups.length;
  await dashboard.revokeApiToken("${id}");
  const revoked = await v1.listModels().catch((failed) => failed);
  return {
    tokens, budgets, stopped: [stopped.status, stopped.error.error.code], name: agent.name,
    listed: listed[0]?.id === agent.id, status, firings, invalid: [invalid.status, invalid.error.error.field],
    members: batch.members.length, batches, found, revoked: [revoked.status, revoked.error.error.code],
  };`;
  const description = await describeDashboard({ webUrl: own.url });
  const groups = ["dashboard", "v1"];
  const baseUrl = description.servers[0]?.url ?? "";
  expect(await runGenerated({ description, folder, name: "dashboard", flow, groups, baseUrl, key: token })).toEqual({
    tokens: ["script"],
    budgets: [[true, "150", "reached"]],
    stopped: [403, "budget_exceeded"],
    name: "Generated",
    listed: true,
    status: expect.stringMatching(/^(?:CREATING|RUNNING|FINISHED)$/),
    firings: [["manual", 1]],
    invalid: [400, "trigger.cron"],
    members: 2,
    batches: [true],
    found: 0,
    revoked: [401, "token_revoked"],
  });
});
