import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { KnownSecrets } from "@/lib/model/masking/known-secrets";
import { parseSearch, queryText } from "@/lib/model/search/query";
import { changeAgentProfile } from "@/lib/server/db/agent-profiles";
import { deleteExpired } from "@/lib/server/db/delete-expired";
import { removeAgent, saveDetail, saveEntries } from "@/lib/server/db/indexed-agents";
import { appendEvents, endRecording } from "@/lib/server/db/recordings";
import { documentTexts, type SearchPosition, searchIn } from "@/lib/server/db/search";
import { savePullDocuments } from "@/lib/server/db/search-documents";
import { filteredAgents } from "@/lib/server/db/search-filters";
import { openStore, type Store } from "@/lib/server/db/store";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { SearchIndexer } from "./search-indexer";

const log = createLog({ program: "test", level: "silent" });
const source = "test";
const at = "2026-05-01T12:00:00.000Z";
const secrets = new KnownSecrets(["correct-horse-battery"]);

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let clock: FakeClock;
let indexer: SearchIndexer;
beforeEach(async () => {
  postgres = await startTestDatabase("dashboard");
  store = await openStore({ url: postgres.url, log });
  clock = new FakeClock();
  indexer = freshIndexer();
});
afterEach(async () => {
  await store.close();
  await postgres.stop();
});

const freshIndexer = () => new SearchIndexer({ store, service: { clock, secrets }, source, log });

async function addAgent(id: string, { status = "FINISHED", startedAt = at, name = `Agent ${id}` } = {}) {
  const entry = {
    id,
    name,
    env: { type: "cloud" },
    url: "",
    latestRunId: `run-${id}`,
    status: "IDLE",
    createdAt: startedAt,
    updatedAt: startedAt,
  };
  await saveEntries(store, { source, entries: [entry], pass: 1, readAt: new Date(0) });
  const run = { id: entry.latestRunId, agentId: id, status, createdAt: startedAt, updatedAt: startedAt };
  const repos = [{ url: "https://git.example.com/acme/orders.git" }];
  const git = { branches: [{ repoUrl: "git.example.com/acme/orders", branch: `fix/${id}` }] };
  const detail = { ...entry, repos, git, workOnCurrentBranch: false, autoCreatePR: true };
  await saveDetail(store, { agent: detail, runs: [run], at: new Date(0) });
  return { agentId: id, runId: entry.latestRunId };
}

type Run = Awaited<ReturnType<typeof addAgent>>;

let eventNumber = 0;
const record = (run: Run, updates: readonly { event?: string; data: object }[]) =>
  appendEvents(
    store,
    run,
    updates.map(({ event = "interaction_update", data }) => {
      eventNumber += 1;
      return { key: `${eventNumber}`, id: `e${eventNumber}`, event, data: JSON.stringify(data) };
    }),
    new Date(clock.now()),
  );

const prompt = (text: string) => ({ data: { type: "user-message-appended", userMessage: { text } } });
const delta = (text: string) => ({ event: "assistant", data: { text } });
const shell = (callId: string, command: string, stdout: string) => {
  const value = { exitCode: 0, stdout, stderr: "" };
  const toolCall = { type: "shell", args: { command }, result: { status: "success", value } };
  return { data: { type: "tool-call-completed", callId, toolCall } };
};

/** Makes everything searchable. The clock moves past the time that open runs rest. */
async function update(of = indexer) {
  clock.advance(120_000);
  await of.update();
}

async function search(q: string, options: { after?: SearchPosition; limit?: number } = {}) {
  const parsed = parseSearch(q);
  expect(parsed.problems).toEqual([]);
  const { filters, kinds } = parsed;
  const agents = filters.length > 0 ? await filteredAgents(store, { source, filters, me: "someone" }) : undefined;
  const { after, limit = 50 } = options;
  return searchIn(store, { source, words: queryText(parsed), kinds, agents, after, limit });
}

async function found(q: string): Promise<string[]> {
  const { matches } = await search(q);
  const texts = await documentTexts(
    store,
    matches.map(({ id }) => id),
  );
  return matches.map(({ id, kind }) => `${kind}: ${texts.get(id)?.text}`);
}

describe("recorded runs", () => {
  it("can be searched while they are recorded", async () => {
    const run = await addAgent("a", { status: "RUNNING" });
    await record(run, [prompt("Speed up parseOrders"), delta("I'll read "), delta("lib/orders/parse_all.ts")]);
    await update();
    expect(await found("parse orders")).toEqual([
      "message: I'll read lib/orders/parse_all.ts",
      "prompt: Speed up parseOrders",
    ]);
    expect(await found('"parse all" -speed')).toEqual(["message: I'll read lib/orders/parse_all.ts"]);
    await record(run, [delta(" first."), shell("c1", "npm test -- orders", "1 failed\nexpected 3")]);
    await update();
    expect(await found("first")).toEqual(["message: I'll read lib/orders/parse_all.ts first."]);
    expect(await found("in:command orders")).toEqual(["command: npm test -- orders"]);
    expect(await found("in:output expec")).toEqual(["output: 1 failed\nexpected 3"]);
    const [match] = (await search("in:output expected")).matches;
    const document = (await documentTexts(store, [match?.id ?? 0])).get(match?.id ?? 0);
    expect(document).toMatchObject({ title: "npm test -- orders", eventId: `e${eventNumber}` });
  });

  it("are continued by another process without repeating documents", async () => {
    const run = await addAgent("a", { status: "RUNNING" });
    await record(run, [prompt("Start"), delta("one ")]);
    await update();
    await record(run, [delta("two ")]);
    await update(freshIndexer());
    await record(run, [delta("three ")]);
    await update();
    expect(await found("start")).toEqual(["prompt: Start"]);
    expect(await found("one three")).toEqual(["message: one two three "]);
  });

  it("include how a run failed", async () => {
    const run = await addAgent("a");
    await record(run, [delta("Trying.")]);
    const error = { code: "timeout", message: "The run exceeded its limit." };
    await record(run, [{ event: "result", data: { status: "ERROR", error } }]);
    await update();
    expect(await found("in:error exceeded")).toEqual(["error: The run exceeded its limit."]);
  });

  it("are searched without secrets", async () => {
    const run = await addAgent("a");
    await record(run, [
      delta("the password is correct-horse-battery, "),
      shell("c1", "env", "TOKEN=correct-horse-battery"),
    ]);
    await update();
    expect(await found("password")).toEqual(["message: the password is [masked], "]);
    expect(await found("token")).toEqual(["output: TOKEN=[masked]"]);
    expect(await found("horse")).toEqual([]);
  });

  it("are bounded: the middle of long output is cut", async () => {
    const run = await addAgent("a");
    await record(run, [
      shell("c1", "cat log", `beginning ${"x ".repeat(30_000)} middle ${"x ".repeat(30_000)} ending`),
    ]);
    await update();
    expect([(await search("beginning ending")).matches.length, (await found("middle")).length]).toEqual([1, 0]);
    const [text = ""] = await found("ending");
    expect(text).toContain("\n[…]\n");
    expect(text.length).toBeLessThan(33_000);
  });

  it("accept text that the database doesn't", async () => {
    const run = await addAgent("a");
    await record(run, [delta("nul \u0000 half \ud83d quote ' backslash \\ done")]);
    await update();
    expect(await found("quote backslash done")).toHaveLength(1);
  });

  it("are deleted with the recording and the agent", async () => {
    const [a, b] = [await addAgent("a"), await addAgent("b")];
    for (const run of [a, b]) {
      await record(run, [delta("needle")]);
      await endRecording(store, run, "complete", new Date(clock.now()));
    }
    await update();
    expect(await found("needle")).toHaveLength(2);
    await removeAgent(store, { id: "a", source, at: new Date() });
    expect((await search("needle")).matches.map(({ agentId }) => agentId)).toEqual(["b"]);
    expect(await found("in:agent b")).toHaveLength(1);
    await deleteExpired(store, { recordings: 1, audit: 0 }, clock.now() + 3 * 86_400_000);
    expect(await found("needle")).toEqual([]);
    await update();
    expect(await found("needle")).toEqual([]);
  });
});

describe("agents and pull requests", () => {
  it("are found by name, label, repository and branch", async () => {
    await addAgent("a", { name: "Bulk discounts" });
    await changeAgentProfile(store, "a", { labels: ["urgent"] });
    await update();
    for (const q of ["in:agent discounts", "urgent", "acme/orders", "fix/a"]) expect(await found(q)).toHaveLength(1);
    await changeAgentProfile(store, "a", { name: "Volume prices" });
    await update();
    expect([(await found("in:agent volume")).length, (await found("in:agent discounts")).length]).toEqual([1, 0]);
  });

  it("follow changed and unlinked pull requests", async () => {
    await addAgent("a");
    const save = (title: string, urls: string[]) =>
      savePullDocuments(store, {
        agentId: "a",
        urls,
        at: new Date(at),
        documents: urls.map((url) => ({ url, title, body: "Closes the gap.", restricted: true })),
      });
    await save("Add a ranking", ["https://x.example/a/b/pull/1"]);
    expect((await search("in:pr ranking gap")).matches).toMatchObject([{ restricted: true }]);
    await save("Add an order", ["https://x.example/a/b/pull/1"]);
    expect([(await found("ranking")).length, (await found("in:pr order")).length]).toEqual([0, 1]);
    await save("", []);
    expect(await found("in:pr order")).toEqual([]);
  });
});

describe("searches", () => {
  it("return the newest first, in pages", async () => {
    for (let day = 1; day <= 7; day += 1) {
      await record(await addAgent(`n${day}`, { startedAt: `2026-05-0${day}T10:00:00.000Z` }), [delta("common word")]);
    }
    await update();
    const seen: string[] = [];
    let after: SearchPosition | undefined;
    do {
      const page = await search("common", { limit: 3, ...(after ? { after } : {}) });
      seen.push(...page.matches.map(({ agentId }) => agentId));
      after = page.next;
    } while (after);
    expect(seen).toEqual(["n7", "n6", "n5", "n4", "n3", "n2", "n1"]);
  });

  it("are filtered by agent, and omit agents of other services", async () => {
    await record(await addAgent("a"), [delta("needle")]);
    await record(await addAgent("b", { status: "ERROR" }), [delta("needle")]);
    await update();
    const agentsOf = async (q: string) => (await search(q)).matches.map(({ agentId }) => agentId).sort();
    expect(await agentsOf("needle status:error")).toEqual(["b"]);
    expect(await agentsOf("needle -status:error")).toEqual(["a"]);
    expect(await agentsOf("needle repo:acme/ord")).toEqual(["a", "b"]);
    expect(await agentsOf("needle -repo:acme/ord")).toEqual([]);
    expect(await agentsOf("needle owner:none agent:A")).toEqual(["a"]);
    expect(await agentsOf("needle model:x")).toEqual([]);
    expect(await agentsOf("needle label:none -owner:ada")).toEqual(["a", "b"]);
    const { matches } = await searchIn(store, {
      source: "other",
      words: "'needle'",
      kinds: [],
      agents: undefined,
      after: undefined,
      limit: 9,
    });
    expect(matches).toEqual([]);
  });
});
