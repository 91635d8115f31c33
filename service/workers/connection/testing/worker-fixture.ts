import { eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import { WebSocket } from "ws";
import { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker, Register } from "@/lib/contract/worker-protocol/from-worker";
import { connectPath, maxMessageBytes } from "@/lib/contract/worker-protocol/limits";
import { readStreamData } from "@/lib/contract/worker-protocol/stream-messages";

import { runEvents } from "../../../core/store/tables/agents";
import type { TestService } from "../../../testing/test-service";

export const incarnation = "5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c44";

export const registration = (over: Partial<Register> = {}): Register => ({
  type: "register",
  versions: [1],
  workerId: "w1",
  incarnation,
  resumed: false,
  name: "bench-1",
  pool: "gpu",
  labels: [],
  workspaceRootPath: "/srv/work",
  models: ["script"],
  isolation: "none",
  capacity: 1,
  runs: [],
  agents: [],
  draining: false,
  ...over,
});

/** The worker's side of a connection, controlled by a test. */
export interface FakeWorker {
  received: FromService[];
  send(message: FromWorker | object): void;
  sendText(text: string): void;
  sendBinary(data: Buffer): void;
  /** Data of a stream that was received so far. */
  dataOf(streamId: number): Buffer;
  /** Resolves with the next message of a type that hasn't been returned yet. */
  next<T extends FromService["type"]>(type: T): Promise<Extract<FromService, { type: T }>>;
  closed: Promise<{ code: number; reason: string }>;
  /** Drops the connection without closing it. */
  cut(): Promise<void>;
}

/** Connects with a key. Resolves when the connection is open; rejects with the HTTP status otherwise. */
export async function connectFakeWorker(url: string, key: string | undefined): Promise<FakeWorker> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}${connectPath}`, {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    maxPayload: maxMessageBytes,
  });
  const received: FromService[] = [];
  const taken = new Set<FromService>();
  const streams = new Map<number, Buffer>();
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) {
      const part = readStreamData(data);
      streams.set(part.streamId, Buffer.concat([streams.get(part.streamId) ?? Buffer.alloc(0), part.data]));
      return;
    }
    const message = FromService.parse(JSON.parse(data.toString("utf8")));
    if (message.type !== "heartbeat") received.push(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString("utf8") }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", reject);
  });
  socket.on("error", () => undefined);
  return {
    received,
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    sendBinary: (data) => socket.send(data),
    dataOf: (streamId) => streams.get(streamId) ?? Buffer.alloc(0),
    async next(type) {
      return vi.waitFor(
        () => {
          const found = received.find((message) => message.type === type && !taken.has(message));
          expect(found, `no ${type} among ${JSON.stringify(received.map((message) => message.type))}`).toBeDefined();
          if (found) taken.add(found);
          return found as Extract<FromService, { type: typeof type }>;
        },
        { timeout: 20_000, interval: 10 },
      );
    },
    closed,
    async cut() {
      socket.terminate();
      await closed;
    },
  };
}

const frame = (text: string) => ({ event: "assistant" as const, data: { text } });
/** Text frames, numbered from `first`. */
export const frames = (runId: string, first: number, ...texts: string[]) => ({
  type: "frames" as const,
  runId,
  first,
  frames: texts.map(frame),
});
export const outcome = (runId: string, count: number, result = "done") => ({
  type: "outcome" as const,
  runId,
  frames: count,
  outcome: { status: "FINISHED" as const, result, branches: [] },
});

/** Returns the texts of a run's stored frames, in order. */
export async function storedTexts(test: TestService, runId: string): Promise<unknown[]> {
  const rows = await test.service.db
    .select()
    .from(runEvents)
    .where(eq(runEvents.runId, runId))
    .orderBy(runEvents.sequence);
  return rows.filter(({ event }) => event === "assistant").map(({ data }) => JSON.parse(data).text);
}
