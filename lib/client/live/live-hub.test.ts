import { createServer, type Server, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { LiveFrame } from "@/lib/model/live/protocol";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript } from "@/lib/model/transcript/state";
import { HubClient } from "./hub-client";
import { hubTimeoutMs, type ToHub, tabTimeoutMs } from "./hub-messages";
import { LiveConnection } from "./live-connection";
import { LiveHub } from "./live-hub";
import { realTimers } from "./live-source";

const subject = "run:a:1";
const total = 300;
const texts = Array.from({ length: total }, (_, index) => `${index} `);
const lineOf = (id: number) => {
  const frame = (event: string, data: object) => ({ subject, id: `${id}`, event, data });
  const assistant = frame("assistant", { text: texts[id] });
  const mirror = frame("interaction_update", { type: "text-delta", text: texts[id] });
  return [assistant, mirror].map((each) => `event: frame\ndata: ${JSON.stringify(each)}\n\n`).join("");
};

interface Connection {
  requested: string[];
  response: ServerResponse;
}

let server: Server;
let origin: string;
let opened: Connection[];
let sent: number;
/** The number of connection attempts. */
let attempts: number;
let wake: () => void;

/** Sends everything after the id in the request. */
function catchUp({ requested, response }: Connection): void {
  const [, after] = requested[0]?.split("@") ?? [];
  const from = after === undefined ? 0 : Number(after) + 1;
  for (let id = from; id < sent; id += 1) response.write(lineOf(id));
}

beforeEach(async () => {
  [opened, sent, attempts] = [[], 0, 0];
  wake = () => undefined;
  server = createServer((request, response) => {
    const requested = new URL(request.url ?? "", "http://x").searchParams.getAll("s");
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(": ok\n\n");
    const connection = { requested, response };
    opened.push(connection);
    catchUp(connection);
    response.write(`event: state\ndata: ${JSON.stringify({ subject, state: "live" })}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function createHub(timers = realTimers): LiveHub {
  const connection = new LiveConnection("/live", {
    ...timers,
    fetch(address, signal) {
      attempts += 1;
      return fetch(`${origin}${address}`, { signal });
    },
    onWake(callback) {
      wake = callback;
      return () => undefined;
    },
  });
  return new LiveHub(connection, timers, () => wake());
}

/** A tab's client and received frames, connected to the current hub. */
function makeTab(name: string, hub: () => LiveHub | undefined, timers = realTimers) {
  const frames: LiveFrame[] = [];
  const lost = vi.fn();
  const post = (message: ToHub) => hub()?.receive(name, message, (reply) => client.receive(reply));
  const client: HubClient = new HubClient(timers, post, lost);
  const leave = client.watch(subject, (frame) => frames.push(frame));
  return { client, frames, lost, leave };
}

const send = () => {
  const id = sent;
  sent += 1;
  opened.at(-1)?.response.write(lineOf(id));
};
const textOf = (frames: readonly LiveFrame[]) => {
  const [row] = reduceAll(emptyTranscript, frames).rows;
  return row?.kind === "message" ? row.text : "";
};

describe("one connection for all tabs of a browser", () => {
  it("serves eight tabs, early and late, with all frames", async () => {
    const hub = createHub();
    const early = Array.from({ length: 4 }, (_, index) => makeTab(`early ${index}`, () => hub));
    await vi.waitFor(() => expect(opened).toHaveLength(1), { timeout: 20_000 });
    for (let count = 0; count < 20; count += 1) send();
    await vi.waitFor(() => expect(early[3]?.frames).toHaveLength(40), { timeout: 20_000 });
    const late = Array.from({ length: 4 }, (_, index) => makeTab(`late ${index}`, () => hub));
    for (let count = 0; count < 5; count += 1) send();
    await vi.waitFor(
      () => {
        for (const { frames } of [...early, ...late]) expect(textOf(frames)).toBe(texts.slice(0, 25).join(""));
      },
      { timeout: 20_000 },
    );
    expect(opened).toHaveLength(1);
    for (const { frames } of late) expect(frames).toHaveLength(50);
    expect(late[0]?.client.stateOf(subject).state).toBe("live");
    hub.close();
  });

  it("closes when the last tab leaves", async () => {
    const hub = createHub();
    const tabs = [makeTab("a", () => hub), makeTab("b", () => hub)];
    await vi.waitFor(() => expect(opened).toHaveLength(1), { timeout: 20_000 });
    const closed = new Promise<void>((resolve) => opened[0]?.response.on("close", resolve));
    for (const { leave } of tabs) leave();
    await closed;
    hub.close();
  });

  it("removes a tab without heartbeats", () => {
    const timers = new FakeClock();
    const hub = createHub(timers);
    hub.receive("gone", { kind: "watch", subject, resume: { after: undefined, pending: undefined } }, () => undefined);
    const stays = makeTab("stays", () => hub, timers);
    timers.advance(tabTimeoutMs + 10_000);
    expect(hub.tabs).toBe(1);
    expect(stays.lost).not.toHaveBeenCalled();
    hub.close();
  });

  it("resumes from a tab's position when another tab takes over", async () => {
    let hub: LiveHub | undefined = createHub();
    const tab = makeTab("a", () => hub);
    await vi.waitFor(() => expect(opened).toHaveLength(1), { timeout: 20_000 });
    for (let count = 0; count < 10; count += 1) send();
    await vi.waitFor(() => expect(tab.frames).toHaveLength(20), { timeout: 20_000 });
    hub.close();
    hub = createHub();
    tab.client.attach();
    await vi.waitFor(() => expect(opened).toHaveLength(2), { timeout: 20_000 });
    expect(opened[1]?.requested).toEqual([`${subject}@9`]);
    send();
    await vi.waitFor(() => expect(textOf(tab.frames)).toBe(texts.slice(0, 11).join("")), { timeout: 20_000 });
    hub.close();
  });

  it("is reported lost after three missed heartbeats", () => {
    const timers = new FakeClock();
    const tab = makeTab("a", () => undefined, timers);
    timers.advance(hubTimeoutMs);
    expect(tab.lost).not.toHaveBeenCalled();
    timers.advance(5_001);
    expect(tab.lost).toHaveBeenCalledOnce();
    expect(tab.client.stateOf(subject).state).toBe("reconnecting");
  });
});

describe("a connection that drops a hundred times", () => {
  /** A deterministic linear congruential generator. */
  function random(seed: number) {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  }

  it("produces the same transcript in every tab", async () => {
    const timers = new FakeClock();
    const hub = createHub(timers);
    const tabs = [makeTab("a", () => hub, timers), makeTab("b", () => hub, timers)];
    const next = random(7);
    timers.advance(50);
    for (let cut = 1; cut <= 100; cut += 1) {
      await vi.waitFor(() => expect(opened).toHaveLength(cut), { timeout: 20_000, interval: 1 });
      for (let count = Math.floor(next() * 4); count > 0 && sent < total; count -= 1) {
        send();
        if (next() < 0.3) await new Promise((resolve) => setImmediate(resolve));
      }
      // Some connections drop in the middle of a frame, some before any data.
      if (next() < 0.3) opened.at(-1)?.response.write("event: frame\ndata: {");
      opened.at(-1)?.response.destroy();
      await vi.waitFor(() => expect(tabs[0]?.client.stateOf(subject).state).toBe("reconnecting"), {
        timeout: 20_000,
        interval: 1,
      });
      // A connection that received data is retried within half a second, however often it drops.
      await vi.waitFor(
        () => {
          // Don't advance the clock during an attempt, which would miss heartbeats.
          if (attempts === cut) timers.advance(500);
          expect(opened.length).toBe(cut + 1);
        },
        { timeout: 20_000, interval: 1 },
      );
    }
    while (sent < total) send();
    await vi.waitFor(
      () => {
        for (const { frames } of tabs) expect(textOf(frames)).toBe(texts.join(""));
      },
      { timeout: 20_000 },
    );
    hub.close();
  });
});
