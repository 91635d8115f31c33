import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Question } from "@/lib/contract/agents/question";
import { FailureBudget } from "@/lib/core/failure-budget";
import { createLog } from "@/lib/core/log";
import { AnswerResult } from "@/lib/model/notifications/answer-result";
import { recordAudit } from "@/lib/server/db/audit";
import { pruneNotifications } from "@/lib/server/db/notification-queue";
import { answerLinks, answerRequests } from "@/lib/server/db/notification-schema";
import { audit, users } from "@/lib/server/db/schema";
import { openStore, type Store } from "@/lib/server/db/store";
import { findUser } from "@/lib/server/db/users";
import { readRequest } from "@/lib/server/notifications/read-request";
import { startNotificationBench } from "@/lib/server/notifications/testing/notification-bench";
import { createAnswers } from "./answers";
import { askingAgent, askingRun, startAskingAgent } from "./testing/asking-agent";

const webUrl = "http://127.0.0.1:3000";
const question: Question = {
  id: "q-1",
  message: "Delete the old branches?",
  fields: [
    {
      type: "choice",
      name: "option",
      label: "Options",
      required: true,
      choices: [
        { value: "all", label: "All" },
        { value: "merged", label: "Merged only" },
      ],
    },
  ],
};

let bench: Awaited<ReturnType<typeof startNotificationBench>>;
let other: Store;
let agent: Awaited<ReturnType<typeof startAskingAgent>>;
let failures: FailureBudget;
let logged: string[];
let ada: string;

beforeAll(async () => {
  bench = await startNotificationBench();
  other = await openStore({ url: bench.url, log: createLog({ program: "test", level: "silent" }) });
});
afterAll(async () => {
  await other.close();
  await bench.close();
});
beforeEach(async () => {
  agent = await startAskingAgent(bench.parts.service, question);
  failures = new FailureBudget(bench.clock, 100);
  logged = [];
  ada = await bench.user("Ada");
});
afterEach(async () => {
  await agent.close();
  await bench.store.database.delete(users);
  await bench.store.database.delete(audit);
});

const destination = {
  write(line: string) {
    logged.push(line);
  },
};

/** The links of a notification, as one of the dashboard's processes uses them. */
function answersOf(store = bench.store) {
  const log = createLog({ program: "test", level: "trace" }, destination);
  const { service } = agent;
  return createAnswers({ store, service, log, webUrl, failures, recordAudit: (entry) => recordAudit(store, entry) });
}

const userRow = async () => {
  const user = await findUser(bench.store, ada);
  if (!user) throw new Error("no user");
  return user;
};

/** The tokens of a notification, by label. */
async function notify(): Promise<{ All: string; Merged: string; Decline: string }> {
  const parts = { store: bench.store, service: agent.service, webUrl };
  const recipient = { user: await userRow(), kind: "email" as const, canPrompt: true };
  const request = await readRequest(parts, recipient, {
    agent: askingAgent,
    runId: askingRun,
    questionId: question.id,
  });
  const tokens = (request?.choices ?? []).map(({ url }) => (url ?? "").replace(`${webUrl}/answer/`, ""));
  const [All = "", Merged = "", Decline = ""] = tokens;
  return { All, Merged, Decline };
}

const own = { host: "127.0.0.1:3000", origin: webUrl, "sec-fetch-site": "same-origin" };
const post = (token: string, headers: Record<string, string> = own, store = bench.store) =>
  answersOf(store).send(
    new Request(`${webUrl}/api/answer`, { method: "POST", headers, body: JSON.stringify({ token }) }),
  );
const send = async (token: string) => AnswerResult.parse(await (await post(token)).json());
const read = (token: string, client = "") => answersOf().read(token, new Headers({ "x-forwarded-for": client }));

describe("an answer link", () => {
  it("shows which agent asks what, and only sends the answer for the page's button, as its user", async () => {
    const { Merged } = await notify();
    const shown = { agentName: "Fix the discount", text: "Delete the old branches?", label: "Merged only" };
    for (let opened = 0; opened < 3; opened += 1) {
      expect(await read(Merged)).toEqual({ ...shown, path: "/agents/bc-1" });
    }
    expect(agent.answers).toEqual([]);
    expect(await send(Merged)).toEqual({ sent: true, path: "/agents/bc-1" });
    const { email } = await userRow();
    expect(agent.answers).toEqual([{ as: email, body: { action: "accept", values: { option: "merged" } } }]);
  });

  it("has a random token that is stored only as a hash, and isn't logged or audited", async () => {
    const { All, Decline } = await notify();
    expect(All).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Decline).not.toBe(All);
    agent.fails({ status: 500, code: "internal_error", message: "Down" });
    await send(All);
    agent.fails(undefined);
    await send(All);
    const { database } = bench.store;
    const stored = [await database.select().from(answerLinks), await database.select().from(answerRequests)];
    const rows = JSON.stringify([stored, await database.select().from(audit)], (_key, value) =>
      typeof value === "bigint" ? `${value}` : value,
    );
    for (const text of [rows, logged.join("\n")]) expect(text).not.toContain(All);
  });

  it("is audited as a call of its user, from a notification", async () => {
    await send((await notify()).All);
    const { id, email } = await userRow();
    const call = { userId: id, userEmail: email, operationId: "answerQuestion" };
    const rows = await bench.store.database.select().from(audit).orderBy(audit.id);
    expect(rows).toMatchObject([
      { ...call, phase: "intent", detail: { from: "notification", params: { questionId: "q-1" } } },
      { ...call, phase: "outcome", status: 200 },
    ]);
  });

  it("sends one answer, even if several links are used at once in several processes", async () => {
    const { All, Merged, Decline } = await notify();
    const again = await notify();
    const uses = [All, Merged, Decline, All, again.All, again.Decline].flatMap((token) => [
      post(token),
      post(token, own, other),
    ]);
    const statuses = (await Promise.all(uses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200 && status !== 410 && status !== 409)).toEqual([]);
    expect(agent.answers).toHaveLength(1);
  });

  it("can't be used again, and shows no more than an invalid link", async () => {
    const { All, Merged } = await notify();
    await send(All);
    for (const token of [All, Merged]) {
      const used = await post(token);
      const unknown = await post("x".repeat(43));
      expect(used.status).toBe(unknown.status);
      const [result, expected] = [await used.json(), await unknown.json()];
      expect(result).toEqual({ ...expected, path: "/agents/bc-1" });
      expect(await read(token)).toEqual(result);
    }
    expect(agent.answers).toHaveLength(1);
  });

  it("can be used again after the service didn't accept the answer", async () => {
    const { All } = await notify();
    const real = agent.service.credentials.authorization;
    let isDown = true;
    agent.service.credentials.authorization = async (caller, acting) => {
      // Only the answer fails, not the check before it.
      if ("method" in caller && caller.method === "POST" && isDown) throw new Error("connection lost");
      return real(caller, acting);
    };
    expect(await send(All)).toMatchObject({ problem: "unavailable" });
    isDown = false;
    expect(await send(All)).toMatchObject({ sent: true });
    expect(agent.answers).toHaveLength(1);
  });
});

describe("an answer link can't be used", () => {
  async function rejects(change: () => unknown, problem: string, message: RegExp): Promise<void> {
    const { All } = await notify();
    await change();
    for (const result of [await read(All), await send(All)]) {
      expect(result).toMatchObject({ problem, message: expect.stringMatching(message), path: "/agents/bc-1" });
      expect(JSON.stringify(result)).not.toContain(question.message);
    }
    expect(agent.answers).toEqual([]);
  }
  const changes = (set: Partial<typeof users.$inferInsert>) => () =>
    bench.store.database.update(users).set(set).where(eq(users.id, ada));

  it("after 24 hours", async () => {
    await rejects(() => bench.clock.advance(24 * 3_600_000), "expired", /has expired/);
  });

  it("after the question was closed elsewhere", async () => {
    await rejects(() => agent.becomes("closed"), "closed", /request is closed/);
  });

  it("after the run has ended", async () => {
    await rejects(() => agent.becomes("FINISHED"), "ended", /run has ended/);
  });

  it("by users who lost the role", async () => {
    await rejects(changes({ role: "viewer" }), "denied", /Operator role/);
  });

  it("by disabled users", async () => {
    await rejects(changes({ disabledAt: new Date() }), "denied", /account is disabled/);
  });

  it("by users who can no longer see the agent", async () => {
    const hidden = { status: 404, code: "agent_not_found", message: "Agent not found" };
    await rejects(() => agent.fails(hidden), "denied", /no longer have access/);
  });

  it("by users who can no longer prompt the agent, for the service's reason", async () => {
    const forbidden = { status: 403, code: "role_forbidden", message: "Only its user can do this" };
    await rejects(() => agent.fails(forbidden), "denied", /Only its user can do this/);
  });

  it("after its user was deleted", async () => {
    const { All } = await notify();
    await bench.store.database.delete(users);
    expect(await send(All)).toMatchObject({ problem: "invalid", path: "/" });
    expect(agent.answers).toEqual([]);
  });

  it("from other sites, under other host names, or without a token", async () => {
    const { All } = await notify();
    const { host } = own;
    const statuses = [
      await post(All, { host }),
      await post(All, { host, origin: "https://evil.example" }),
      await post(All, { host, "sec-fetch-site": "cross-site" }),
      await post(All, { ...own, origin: "null" }),
      await post(All, { ...own, host: "evil.example" }),
      await post("x".repeat(2_000)),
      await post("x".repeat(101)),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403, 421, 413, 400]);
    expect(agent.answers).toEqual([]);
    expect(await send(All)).toMatchObject({ sent: true });
  });

  it("by an address that tried too many invalid links, whether it opens or uses them", async () => {
    failures = new FailureBudget(bench.clock, 5);
    const { All } = await notify();
    const from = (client: string) => ({ ...own, "x-forwarded-for": client });
    for (let attempt = 0; attempt < 3; attempt += 1) await read(`made-up-${attempt}`, "203.0.113.9");
    for (let attempt = 0; attempt < 2; attempt += 1) await post(`made-up-${attempt}`, from("203.0.113.9"));
    expect(await read(All, "203.0.113.9")).toMatchObject({ problem: "limited", path: "/" });
    expect((await post(All, from("203.0.113.9"))).status).toBe(429);
    expect((await post(All, from("203.0.113.10"))).status).toBe(200);
  });
});

it("is deleted a week after it expired", async () => {
  await notify();
  const rows = async () => (await bench.store.database.select().from(answerLinks)).length;
  bench.clock.advance(7 * 86_400_000);
  await pruneNotifications(bench.store, new Date(bench.clock.now()));
  expect(await rows()).toBe(3);
  bench.clock.advance(86_400_001);
  await pruneNotifications(bench.store, new Date(bench.clock.now()));
  expect(await rows()).toBe(0);
});
