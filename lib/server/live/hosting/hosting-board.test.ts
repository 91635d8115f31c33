import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { parseSubscriptions } from "@/lib/model/live/subscription";
import { openStore, type Store } from "@/lib/server/db/store";
import { completeDelivery, storeDelivery } from "@/lib/server/db/webhooks";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { type CanRead, HostingBoard, type HostingViewer } from "./hosting-board";

const log = createLog({ program: "test", level: "silent" });
const clock = new FakeClock({ running: true });
/** Stops a test's boards. */
let shutdown: AbortController;

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
beforeAll(async () => {
  postgres = await startTestDatabase("dashboard");
  store = await openStore({ url: postgres.url, log });
});
beforeEach(() => {
  shutdown = new AbortController();
});
afterEach(() => shutdown.abort());
afterAll(async () => {
  await store.close();
  await postgres.stop();
});

const newBoard = () => new HostingBoard({ store: async () => store, clock, log, shutdown: shutdown.signal });

let count = 0;
/** Changes a pull request and returns its number. */
async function changePull(name = "orders"): Promise<string> {
  count += 1;
  const id = `whd_${count}`;
  await storeDelivery(store, { id, type: "pull_request.closed", body: "{}", receivedAt: new Date(clock.now()) });
  const repository = { id: `repo_${name}`, owner: "acme", name };
  const change = { what: "pull" as const, repository, pulls: [String(count)] };
  await completeDelivery(store, id, { change, reaction: undefined });
  return String(count);
}

interface Frame {
  id: string;
  event: string;
  data: { pulls?: string[] };
}

/** Messages sent to a viewer so far, without the initial state. */
function reader(board: HostingBoard, after?: string, canRead: CanRead = () => true) {
  const frames: Frame[] = [];
  let viewer: HostingViewer | undefined;
  const read = () => {
    for (let text = viewer?.take(); text; text = viewer?.take()) {
      if (text.startsWith("event: frame")) frames.push(JSON.parse(text.slice(text.indexOf("{"))));
    }
  };
  viewer = board.view({ name: "hosting", after }, read, canRead);
  read();
  return { frames, viewer, pulls: () => frames.map(({ data }) => data.pulls?.[0]) };
}

const until = (holds: () => void) => vi.waitFor(holds, { timeout: 20_000 });

describe("changes in repositories", () => {
  it("reach viewers of every process once and in order, as soon as they are stored", async () => {
    const [one, other] = [reader(newBoard()), reader(newBoard())];
    const numbers: string[] = [];
    for (let times = 0; times < 5; times += 1) numbers.push(await changePull());
    await until(() => expect([one.pulls(), other.pulls()]).toEqual([numbers, numbers]));
  });

  it("reach only viewers who can read the repository, in order, once that is known", async () => {
    const verdicts = new Map<string, boolean>();
    const waiting: (() => void)[] = [];
    const canRead: CanRead = ({ name }, onKnown) => {
      if (!verdicts.has(name)) waiting.push(onKnown);
      return verdicts.get(name);
    };
    const viewer = reader(newBoard(), undefined, canRead);
    const everyone = reader(newBoard());
    const [hidden, visible] = [await changePull("secret"), await changePull()];
    await until(() => expect(everyone.pulls().slice(-2)).toEqual([hidden, visible]));
    await until(() => expect(waiting).not.toEqual([]));
    expect(viewer.pulls()).toEqual([]);
    for (const [name, verdict] of [
      ["secret", false],
      ["orders", true],
    ] as const) {
      verdicts.set(name, verdict);
      for (const onKnown of waiting.splice(0)) onKnown();
    }
    expect(viewer.pulls()).toEqual(everyone.pulls().filter((pull) => pull !== hidden));
  });

  it("are replayed after a disconnect, even from another process", async () => {
    const before = reader(newBoard());
    const seen = await changePull();
    await until(() => expect(before.pulls().at(-1)).toBe(seen));
    before.viewer.close();
    const after = before.frames.at(-1)?.id ?? "";
    const missed = [await changePull(), await changePull()];
    const back = reader(newBoard(), after);
    await until(() => expect(back.pulls()).toEqual(missed));
  });

  it("start with the last 30 seconds, since the page may have been loaded earlier", async () => {
    await changePull();
    clock.advance(31_000);
    const late = await changePull();
    const fresh = reader(newBoard());
    await until(() => expect(fresh.pulls()).toEqual([late]));
  });

  it("are reported as lost after a long disconnect or for another database", async () => {
    const number = await changePull();
    clock.advance(11 * 60_000);
    const last = await changePull();
    const board = newBoard();
    for (const after of ["0", "99999"]) {
      const viewer = reader(board, after);
      await until(() => expect(viewer.frames.map(({ event }) => event)).toEqual(["lost"]));
    }
    const recent = reader(board);
    await until(() => expect(recent.pulls()).toEqual([last]));
    expect(Number(last)).toBe(Number(number) + 1);
  });

  it("are subscribed to as `hosting`, with the number of the last change", () => {
    expect(parseSubscriptions(["hosting@17"])).toEqual({
      subscriptions: [{ hosting: { name: "hosting", after: "17" } }],
    });
    for (const text of ["hosting@", "hosting@-1", "hosting@x", "hosting:1"]) {
      expect(parseSubscriptions([text])).toHaveProperty("problem");
    }
  });
});
