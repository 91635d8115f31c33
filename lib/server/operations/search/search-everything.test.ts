import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonServer } from "@/lib/core/testing/json-server";
import type { User } from "@/lib/server/auth/session-reader";
import { saveEntries } from "@/lib/server/db/indexed-agents";
import { savePullDocuments } from "@/lib/server/db/search-documents";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";
import { startReadableRepository } from "../testing/readable-repository";

const at = "2026-05-01T12:00:00.000Z";
let server: JsonServer;
let own: DashboardCalls;
let ada: User;

beforeAll(async () => {
  server = await startReadableRepository();
  own = await startDashboardCalls();
  ada = await own.someone("Ada", "viewer");
});
afterAll(async () => {
  await own.stop();
  await server.close();
});

const search = (params: Record<string, string>, user: User | undefined = ada) =>
  own.call(user, "GET", `/search?${new URLSearchParams(params)}`);

async function addAgent(id: string, pulls: { url: string; title: string; restricted: boolean }[]) {
  const entry = {
    id,
    name: `Agent ${id}`,
    env: { type: "cloud" },
    url: "",
    latestRunId: `run-${id}`,
    status: "IDLE",
    createdAt: at,
    updatedAt: at,
  };
  await saveEntries(own.store, { source: server.url, entries: [entry], pass: 1, readAt: new Date(0) });
  await savePullDocuments(own.store, {
    agentId: id,
    urls: pulls.map(({ url }) => url),
    at: new Date(at),
    documents: pulls.map((pull) => ({ ...pull, body: "A needle in a <b>haystack</b>." })),
  });
}

it("shows pull requests to users who can read their repository", async () => {
  await addAgent("a", [
    { url: `${server.url}/acme/open/pull/1`, title: "Open", restricted: true },
    { url: `${server.url}/acme/secret/pull/2`, title: "Secret", restricted: true },
    { url: "https://github.com/acme/public/pull/3", title: "Elsewhere", restricted: false },
  ]);
  await addAgent("b", [{ url: `${server.url}/acme/secret/pull/4`, title: "Secret", restricted: true }]);
  const body = await (await search({ q: "needle" })).json();
  expect(body.groups).toMatchObject([{ agent: { id: "a", name: "Agent a" }, more: 0 }]);
  const { hits } = body.groups[0];
  expect(hits.map((hit: { title: { text: string } }) => hit.title.text).sort()).toEqual(["Elsewhere", "Open"]);
  expect(hits.find((hit: { pull?: object }) => hit.pull)).toMatchObject({
    kind: "pr",
    pull: { ownerSlug: "acme", repoName: "open", pullNumber: "1" },
    // Ranges, never HTML.
    snippet: { text: "A needle in a <b>haystack</b>.", ranges: [[2, 8]] },
  });
  expect((await (await search({ q: "secret" })).json()).groups).toEqual([]);
});

it("explains problems, and rejects other requests", async () => {
  const invalid = await search({ q: "in:everything needle" });
  expect([invalid.status, (await invalid.json()).error]).toMatchObject([
    400,
    { code: "validation_error", message: expect.stringContaining("Unknown value"), field: "q" },
  ]);
  for (const params of [{}, { q: "" }, { q: "a".repeat(301) }, { q: "a", limit: "0" }, { q: "a", cursor: "x" }]) {
    expect((await search(params as Record<string, string>)).status, JSON.stringify(params)).toBe(400);
  }
  expect((await own.call(undefined, "GET", "/search?q=a")).status).toBe(401);
});
