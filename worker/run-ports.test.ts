import { once } from "node:events";
import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import type { FromWorker } from "@/lib/contract/worker-protocol/from-worker";
import { maxStreams, streamData } from "@/lib/contract/worker-protocol/stream-messages";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { RunPorts } from "./run-ports";

/** A server inside that sends back what it receives. */
class Echo extends PassThrough {
  setTimeout() {}
}

let ports: RunPorts;
let sent: FromWorker[];
let received: string;
let connected: { name: string; port: number; echo: Echo }[];

const sandbox = (name: string, listed: readonly number[]) => ({
  ports: listed,
  async connect(port: number) {
    const echo = new Echo();
    connected.push({ name, port, echo });
    return echo;
  },
});

beforeEach(() => {
  [sent, received, connected] = [[], "", []];
  ports = new RunPorts({
    send: (message) => void sent.push(message),
    sendData(_, data, done) {
      received += data;
      done();
    },
    clock: new FakeClock(),
  });
  ports.welcomed(2);
});

const open = (streamId: number, runId: string, port: number) =>
  ports.open({ type: "stream-open", streamId, runId, port });
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise(setImmediate);
};
const closed = (streamId: number) => ({ type: "stream-close", streamId });

describe("ports of the runs of a worker", () => {
  it("are connected within their own run, if it lists them", async () => {
    ports.add("run-1", sandbox("one", [3000]));
    ports.add("run-2", sandbox("two", [3000, 4000]));
    open(1, "run-1", 4000);
    open(2, "run-3", 3000);
    expect(sent.slice(2)).toEqual([closed(1), closed(2)]);
    open(3, "run-2", 4000);
    await until(() => sent.length === 5);
    expect(connected).toMatchObject([{ name: "two", port: 4000 }]);
    ports.receive(streamData(3, Buffer.from("hello")));
    await until(() => received === "hello");
    open(3, "run-1", 3000);
    expect(sent.at(-1)).toEqual(closed(3));
    expect(connected).toHaveLength(1);
  });

  it("have a limited number of connections per run", async () => {
    ports.add("run-1", sandbox("one", [3000]));
    ports.add("run-2", sandbox("two", [3000]));
    for (let id = 1; id <= maxStreams + 1; id += 1) open(id, "run-1", 3000);
    expect(connected).toHaveLength(maxStreams);
    expect(sent).toContainEqual(closed(maxStreams + 1));
    open(maxStreams + 2, "run-2", 3000);
    expect(connected).toHaveLength(maxStreams + 1);
  });

  it("are reported once per port on each connection, if the service supports them", () => {
    ports.add("run-1", sandbox("one", [3000, 3000]));
    ports.disconnected();
    ports.welcomed(1);
    ports.add("run-2", sandbox("two", [1]));
    expect(sent).toEqual([{ type: "ports", runId: "run-1", ports: [3000] }]);
    ports.remove("run-1");
    ports.disconnected();
    ports.welcomed(2);
    expect(sent.slice(1)).toEqual([{ type: "ports", runId: "run-2", ports: [1] }]);
  });

  it.each([
    ["the service disconnects", () => ports.disconnected()],
    ["the run ends", () => ports.remove("run-1")],
  ])("lose their connections when %s, also those being opened", async (_, end) => {
    ports.add("run-1", sandbox("one", [3000]));
    open(1, "run-1", 3000);
    await until(() => sent.length === 2);
    open(2, "run-1", 3000);
    end();
    await Promise.all(connected.map(({ echo }) => echo.closed || once(echo, "close")));
    expect(connected).toHaveLength(2);
    open(3, "run-1", 1);
    expect(sent.at(-1)).toEqual(closed(3));
  });
});
