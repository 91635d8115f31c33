import { createServer, type Server, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { LiveFrame } from "@/lib/model/live/protocol";
import { LiveConnection, type LiveConnectionOptions, watchdogMs } from "./live-connection";

interface Opened {
  subjects: string[];
  response: ServerResponse;
}

let server: Server;
let origin: string;
let opened: Opened[];
let status: number;
let clock: FakeClock;
let wake: () => void;
let stops: (() => void)[];

const environment: LiveConnectionOptions = {
  fetch: (address, signal) => fetch(`${origin}${address}`, { signal }),
  now: () => clock.now(),
  after: (ms, callback) => clock.after(ms, callback),
  onWake(callback) {
    wake = callback;
    return () => {
      wake = () => {};
    };
  },
};

beforeEach(async () => {
  [opened, status, clock, stops] = [[], 200, new FakeClock(), []];
  wake = () => {};
  server = createServer((request, response) => {
    const subjects = new URL(request.url ?? "", "http://x").searchParams.getAll("s");
    response.writeHead(status, { "content-type": "text/event-stream" });
    response.write(": ok\n\n");
    opened.push({ subjects, response });
    if (status !== 200) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});

afterEach(() => {
  for (const stop of stops) stop();
  server.closeAllConnections();
  server.close();
});

function follow(connection: LiveConnection, subject: string) {
  const frames: LiveFrame[] = [];
  stops.push(connection.watch(subject, (frame) => frames.push(frame)));
  return frames;
}

async function connectionNumber(count: number): Promise<Opened> {
  await vi.waitFor(() => expect(opened).toHaveLength(count), { timeout: 20_000 });
  const last = opened[count - 1];
  if (!last) throw new Error("no connection");
  return last;
}

const frame = (subject: string, id: string, event: string) =>
  `event: frame\ndata: ${JSON.stringify({ subject, id, event, data: {} })}\n\n`;
const state = (subject: string, name: string, message?: string) =>
  `event: state\ndata: ${JSON.stringify({ subject, state: name, message })}\n\n`;

describe("the live connection of a tab", () => {
  it("carries all subjects in one stream", async () => {
    const connection = new LiveConnection("/live", environment);
    const [a, b] = [follow(connection, "run:a:1"), follow(connection, "run:b:2")];
    clock.advance(100);
    const { subjects, response } = await connectionNumber(1);
    expect(subjects).toEqual(["run:a:1", "run:b:2"]);
    response.write(frame("run:a:1", "1", "assistant") + frame("run:b:2", "9", "assistant") + state("run:a:1", "live"));
    await vi.waitFor(() => expect(connection.stateOf("run:a:1").state).toBe("live"), { timeout: 20_000 });
    expect([a.length, b.length]).toEqual([1, 1]);
  });

  it("resumes after the last frame applied, never between a frame and its mirror", async () => {
    const connection = new LiveConnection("/live", environment);
    const frames = follow(connection, "run:a:1");
    clock.advance(100);
    const first = await connectionNumber(1);
    first.response.write(
      frame("run:a:1", "1", "assistant") +
        frame("run:a:1", "1", "interaction_update") +
        frame("run:a:1", "2", "assistant"),
    );
    await vi.waitFor(() => expect(frames).toHaveLength(3), { timeout: 20_000 });
    first.response.destroy();
    await vi.waitFor(() => expect(connection.stateOf("run:a:1").state).toBe("reconnecting"), { timeout: 20_000 });
    clock.advance(600);
    expect((await connectionNumber(2)).subjects).toEqual(["run:a:1@1"]);
  });

  it("reconnects after three missed heartbeats", async () => {
    const connection = new LiveConnection("/live", environment);
    follow(connection, "run:a:1");
    clock.advance(100);
    const { response } = await connectionNumber(1);
    response.write(state("run:a:1", "live"));
    await vi.waitFor(() => expect(connection.stateOf("run:a:1").state).toBe("live"), { timeout: 20_000 });
    clock.advance(watchdogMs - 1_000);
    expect(connection.stateOf("run:a:1").state).toBe("live");
    clock.advance(2_000);
    expect(connection.stateOf("run:a:1").state).toBe("reconnecting");
    clock.advance(600);
    await connectionNumber(2);
  });

  it("counts a comment as a heartbeat", async () => {
    const connection = new LiveConnection("/live", environment);
    follow(connection, "run:a:1");
    clock.advance(100);
    const { response } = await connectionNumber(1);
    response.write(state("run:a:1", "live"));
    await vi.waitFor(() => expect(connection.stateOf("run:a:1").state).toBe("live"), { timeout: 20_000 });
    clock.advance(20_000);
    response.write(": beat\n\n");
    await vi.waitFor(() => expect(connection.silentFor()).toBe(0), { timeout: 20_000 });
    clock.advance(15_000);
    expect(connection.stateOf("run:a:1").state).toBe("live");
  });

  it("reconnects immediately when the tab is visible or the network is available again", async () => {
    const connection = new LiveConnection("/live", environment);
    follow(connection, "run:a:1");
    clock.advance(100);
    await connectionNumber(1);
    clock.advance(14_000);
    wake();
    await connectionNumber(2);
  });

  it("drops finished subjects and closes when none are left", async () => {
    const connection = new LiveConnection("/live", environment);
    follow(connection, "run:a:1");
    clock.advance(100);
    const { response } = await connectionNumber(1);
    const closed = new Promise<void>((resolve) => response.on("close", resolve));
    response.write(state("run:a:1", "expired", "retention passed"));
    await closed;
    expect(connection.stateOf("run:a:1")).toEqual({ state: "expired", message: "retention passed" });
    follow(connection, "run:b:2");
    clock.advance(100);
    expect((await connectionNumber(2)).subjects).toEqual(["run:b:2"]);
  });

  it("fails its subjects when the user is signed out", async () => {
    status = 401;
    const connection = new LiveConnection("/live", environment);
    follow(connection, "run:a:1");
    clock.advance(100);
    await vi.waitFor(() => expect(connection.stateOf("run:a:1").state).toBe("failed"), { timeout: 20_000 });
  });

  it("continues with all its subjects when any of them connects after a new sign-in", async () => {
    status = 401;
    const connection = new LiveConnection("/live", environment);
    follow(connection, "run:a:1");
    follow(connection, "health");
    clock.advance(100);
    await vi.waitFor(() => expect(connection.stateOf("health").state).toBe("failed"), { timeout: 20_000 });
    follow(connection, "run:b:2");
    clock.advance(100);
    await vi.waitFor(() => expect(connection.stateOf("run:b:2").state).toBe("failed"), { timeout: 20_000 });
    status = 200;
    // Another tab with the same connection.
    connection.rewind("health");
    clock.advance(100);
    expect((await connectionNumber(4)).subjects).toEqual(["run:a:1", "health", "run:b:2"]);
    expect(opened.map(({ subjects }) => subjects.length)).toEqual([2, 1, 1, 3]);
  });

  it("backs off after each failure", async () => {
    status = 503;
    const connection = new LiveConnection("/live", environment);
    follow(connection, "run:a:1");
    clock.advance(100);
    await connectionNumber(1);
    await vi.waitFor(() => expect(clock.dueWithin(Number.POSITIVE_INFINITY)).toBe(1), { timeout: 20_000 });
    clock.advance(500);
    await connectionNumber(2);
    await vi.waitFor(() => expect(clock.dueWithin(Number.POSITIVE_INFINITY)).toBe(1), { timeout: 20_000 });
    clock.advance(500);
    expect(clock.dueWithin(Number.POSITIVE_INFINITY)).toBe(1);
    clock.advance(500);
    await connectionNumber(3);
  });

  it("is back at most five seconds after the dashboard responds again", async () => {
    status = 503;
    const connection = new LiveConnection("/live", environment);
    follow(connection, "run:a:1");
    clock.advance(100);
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await connectionNumber(attempt);
      await vi.waitFor(() => expect(clock.dueWithin(5_000)).toBe(1), { timeout: 20_000 });
      clock.advance(5_000);
    }
  });
});
