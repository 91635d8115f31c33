import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { AutomationBench, source } from "@/lib/server/automations/testing/automation-bench";
import { seedUsage } from "@/lib/server/budgets/testing/seed-usage";
import { automationFirings } from "./automation-schema";
import { agents } from "./index-schema";
import { recordEventFirings } from "./record-event-firings";

let bench: AutomationBench;
beforeAll(async () => {
  bench = await AutomationBench.start();
});
afterAll(() => bench.close());
afterEach(() => bench.reset());

describe("events of pull requests", () => {
  const onOpened = { kind: "event", event: "pull_request.opened", repository: "Acme/Orders" } as const;
  const pull = (pullNumber: string) => ({ ownerSlug: "acme", repoName: "orders", pullNumber });
  const event = (pullNumber: string, more: object = {}) => ({
    event: "pull_request.opened" as const,
    key: "opened",
    facts: {},
    source,
    pull: pull(pullNumber),
    head: "topic",
    at: bench.now(),
    ...more,
  });
  const happens = (...parameters: Parameters<typeof event>) =>
    bench.store.database.transaction((tx) => recordEventFirings(tx, event(...parameters), bench.now()));

  /** Launches for a pull request; its agent opens another one. */
  async function openByAgent(id: string, pullNumber: string): Promise<void> {
    await bench.tick();
    const last = (await bench.history(id)).at(-1);
    await seedUsage(bench.store, {
      source,
      at: bench.now(),
      id: last?.agentId ?? "",
      repository: "https://git.example/acme/orders",
    });
    const prUrl = `https://git.example/acme/orders/pull/${pullNumber}`;
    const branches = [{ repoUrl: "git.example/acme/orders", branch: "b", prUrl }];
    await bench.store.database
      .update(agents)
      .set({ branches })
      .where(eq(agents.id, last?.agentId ?? ""));
  }

  it("trigger the automations of their repository once", async () => {
    const id = await bench.add({ trigger: onOpened });
    const other = await bench.add({ trigger: { ...onOpened, repository: "acme/other" } });
    await happens("1");
    await happens("1");
    await happens("2");
    expect((await bench.history(id)).map(({ pull }) => pull)).toEqual(["acme/orders/1", "acme/orders/2"]);
    expect(await bench.history(other)).toEqual([]);
  });

  it("don't trigger an automation by its own agent, directly or through others", async () => {
    const first = await bench.add({ trigger: onOpened, concurrency: { limit: 20, overflow: "queue" } });
    await happens("1");
    await openByAgent(first, "2");
    await happens("2");
    expect(await bench.history(first)).toMatchObject([
      { state: "launched" },
      { state: "skipped", problem: "The pull request comes from an agent of this automation." },
    ]);
    const second = await bench.add({ trigger: onOpened, concurrency: { limit: 20, overflow: "queue" } });
    await bench.store.database.delete(automationFirings).where(eq(automationFirings.number, 2));
    await happens("2", { key: "opened-again" });
    await openByAgent(second, "3");
    await happens("3");
    expect((await bench.history(first)).at(-1)).toMatchObject({ pull: "acme/orders/3", state: "skipped" });
    expect((await bench.history(second)).at(-1)).toMatchObject({ pull: "acme/orders/3", state: "skipped" });
  });

  it("recognize an agent by its branch before the index knows its pull request", async () => {
    const id = await bench.add({ trigger: onOpened });
    await happens("1");
    await bench.tick();
    const agentId = (await bench.history(id))[0]?.agentId ?? "";
    await happens("2", { head: `slipway/fix-${agentId.slice(3, 9)}` });
    expect(await bench.states(id)).toEqual(["launched", "skipped"]);
  });

  it("end a chain of automations after three", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const id = await bench.add({ trigger: onOpened, concurrency: { limit: 20, overflow: "queue" } });
      ids.push(id);
      await happens(`${index + 1}`, { key: `opened-${index}` });
      await openByAgent(id, `${index + 2}`);
    }
    const [last] = await bench.history(ids.at(-1) ?? "");
    expect(last).toMatchObject({
      state: "skipped",
      problem: "The pull request is the result of 3 chained automations, the maximum.",
    });
  });

  it("run three times a day for a pull request that the agents work on", async () => {
    const check = (sha: string) => ({ event: "check.failed" as const, key: `check:${sha}`, facts: {} });
    const id = await bench.add({
      trigger: { ...onOpened, event: "check.failed" },
      concurrency: { limit: 20, overflow: "queue" },
    });
    for (const sha of ["a", "b", "c", "d"]) await happens("1", check(sha));
    expect((await bench.states(id)).at(-1)).toBe("skipped");
    bench.clock.advance(25 * 3_600_000);
    await happens("1", check("e"));
    expect((await bench.states(id)).at(-1)).toBe("waiting");
  });
});
