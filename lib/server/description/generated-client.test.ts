// @module-tag long

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { User } from "@/lib/server/auth/session-reader";
import { seedUsage } from "@/lib/server/budgets/testing/seed-usage";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { type CliFixture, startCliFixture } from "@/scripts/cli/testing/cli-fixture";
import { runGenerated } from "@/service/description/testing/generated-client";
import { describeDashboard } from "./describe-dashboard";

let own: CliFixture;
let root: User;
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
  const tokens = (await api.listApiTokens()).data.tokens.map(({ name }) => name);
  const limit = { scope: { kind: "team" as const }, unit: "tokens" as const, limit: "100", period: "month" as const };
  const budget = (await api.addBudget({ body: { ...limit, warnAt: 80, action: "stop" } })).data;
  const budgets = (await api.listBudgets()).data.items.map(({ id, used, level }) => [id === budget.id, used, level]);
  const body = { prompt: { text: "Say hello" }, name: "Generated" };
  const stopped = await api.createAgent({ body, throwOnError: false });
  await api.deleteBudget({ path: { id: budget.id } });
  const { agent, run } = (await api.createAgent({ body })).data;
  const listed = (await api.listAgents({ query: { limit: "1" } })).data.items;
  const { status } = (await api.getRun({ path: { id: agent.id, runId: run.id } })).data;
  const trigger = { kind: "schedule" as const, cron: "0 9 * * 1", timeZone: "Europe/Berlin", missed: "skip" as const };
  const concurrency = { limit: 1, overflow: "queue" as const };
  const weekly = { name: "Weekly", prompt: "Update the dependencies", trigger, launch: {}, concurrency };
  const automation = (await api.addAutomation({ body: weekly })).data;
  const path = { id: automation.id };
  await api.runAutomation({ path });
  const firings = (await api.listAutomationFirings({ path })).data.items.map(({ kind, number }) => [kind, number]);
  const wrong = { ...weekly, trigger: { ...trigger, cron: "61 * * * *" } };
  const invalid = await api.updateAutomation({ path, body: wrong, throwOnError: false });
  const batch = (await api.createBatch({ body: { id: crypto.randomUUID(), launch: body, attempts: 2 } })).data;
  const batches = (await api.listBatches()).data.items.map(({ id }) => id === batch.id);
  const found = (await api.searchEverything({ query: { q: "nothing-like-this" } })).data.groups.length;
  await api.revokeApiToken({ path: { id: "${id}" } });
  const revoked = await api.listModels({ throwOnError: false });
  return {
    tokens, budgets, stopped: [stopped.response?.status, stopped.error?.error.code], name: agent.name,
    listed: listed[0]?.id === agent.id, status, firings, invalid: [invalid.response?.status, invalid.error?.error.field],
    members: batch.members.length, batches, found, revoked: [revoked.response?.status, revoked.error?.error.code],
  };`;
  const description = await describeDashboard({ webUrl: own.url });
  const baseUrl = description.servers[0]?.url ?? "";
  const client = { generator: "hey-api", description, folder, name: "dashboard", baseUrl, key: token } as const;
  expect(await runGenerated({ ...client, flow })).toEqual({
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
