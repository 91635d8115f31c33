import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { openPortPreview } from "@/lib/contract/agents/open-port-preview";
import { closeCodes } from "@/lib/contract/worker-protocol/limits";
import { maxPorts, maxStreams, streamData, streamWindowBytes } from "@/lib/contract/worker-protocol/stream-messages";
import { startTestService, type TestService } from "../../testing/test-service";
import { connectFakeWorker, outcome, registration } from "./testing/worker-fixture";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

let names = 0;
/** Connects a fake worker in a new pool and assigns it a run. */
async function assigned(versions = [2, 1]) {
  names += 1;
  const pool = `pool-${names}`;
  const mine = registration({ pool, workerId: `worker-${names}`, versions });
  const worker = await connectFakeWorker(test.url, test.keys.serviceAccount);
  worker.send(mine);
  expect((await worker.next("welcome")).version).toBe(versions[0]);
  const body = { prompt: { text: "hello" }, env: { type: "pool", name: pool } } as const;
  const { agent, run } = await test.call(createAgent, { body });
  await worker.next("assign");
  const open = (port = 3000) =>
    test.call(openPortPreview, { params: { id: agent.id, runId: run.id, port: String(port) } });
  return { worker, mine, run, open, announce: () => worker.send({ type: "ports", runId: run.id, ports: [3000] }) };
}

/** Opens a preview and sends a request, which the worker must connect. */
async function requested() {
  const all = await assigned();
  all.announce();
  await vi.waitFor(() => all.open());
  const { worker, run } = all;
  const connected = test.service.previews.open(run.id, 3000, async () => true);
  if (!connected || "unavailable" in connected) throw new Error("no preview");
  const connection = test.service.previews.find(connected.label)?.connect();
  connection?.catch(() => undefined);
  const { streamId, runId, port } = await worker.next("stream-open");
  expect({ runId, port }).toEqual({ runId: run.id, port: 3000 });
  return { ...all, streamId, connection, label: connected.label };
}

interface Page {
  status: number;
  body: string;
  cookie: string;
}

/** Redeems a preview's ticket. */
async function visit(url: string) {
  const { host, port, pathname, search } = new URL(url);
  const getWith = (path: string, cookie: string) =>
    new Promise<Page>((resolve, reject) => {
      request({ host: "127.0.0.1", port, path, headers: { host, cookie } }, (response) => {
        let body = "";
        response.on("data", (chunk) => {
          body += chunk;
        });
        const set = response.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body, cookie: set }));
      })
        .on("error", reject)
        .end();
    });
  const { cookie } = await getWith(pathname + search, "");
  return { get: (path: string) => getWith(path, cookie) };
}

describe("previews over a worker's connection", () => {
  it("fail with the fix if the worker is too old", async () => {
    const { open } = await assigned([1]);
    await expect(open()).rejects.toThrow("This worker doesn't support previews. Update it.");
  });

  it("are limited to the ports and runs of the worker", async () => {
    const [one, other] = [await assigned(), await assigned()];
    one.announce();
    await vi.waitFor(() => one.open());
    one.worker.send({ type: "ports", runId: other.run.id, ports: [3000] });
    one.worker.send({ type: "drain" });
    await one.worker.next("drained");
    await expect(other.open()).rejects.toThrow("Port 3000 isn't available");
    await expect(one.open(22)).rejects.toThrow("Port 22 isn't available");
    one.worker.send(outcome(one.run.id, 0));
    await one.worker.next("over");
    await expect(one.open()).rejects.toThrow("Port 3000 isn't available");
  });

  it("have a limited number of connections, and a connection that the worker rejects fails", async () => {
    const { worker, streamId, connection, label } = await requested();
    worker.send({ type: "stream-close", streamId });
    await expect(connection).rejects.toThrow("reset");
    const connect = () => test.service.previews.find(label)?.connect();
    const opening = Array.from({ length: maxStreams }, connect);
    await expect(connect()).rejects.toThrow("too many open connections");
    await worker.cut();
    for (const each of opening) await expect(each).rejects.toThrow("disconnected");
    await expect(connect()).rejects.toThrow("disconnected");
  });

  it("send at most a window that the worker hasn't consumed", async () => {
    const { worker, streamId, connection } = await requested();
    worker.send({ type: "stream-opened", streamId });
    const stream = await connection;
    stream?.write(Buffer.alloc(2 * streamWindowBytes));
    await vi.waitFor(() => expect(worker.dataOf(streamId)).toHaveLength(streamWindowBytes));
    worker.send({ type: "stream-credit", streamId, bytes: 10 });
    await vi.waitFor(() => expect(worker.dataOf(streamId)).toHaveLength(streamWindowBytes + 10));
  });

  it.each<[string, (streamId: number) => object | Buffer]>([
    ["too much data", (streamId) => streamData(streamId, Buffer.alloc(streamWindowBytes + 1))],
    ["too much credit", (streamId) => ({ type: "stream-credit", streamId, bytes: 1 })],
    ["a binary message without data", () => Buffer.alloc(4)],
    ["an invalid stream", () => ({ type: "stream-end", streamId: 0 })],
    ["an invalid port", () => ({ type: "ports", runId: `run-${randomUUID()}`, ports: [0] })],
    [
      "too many ports",
      () => ({ type: "ports", runId: `run-${randomUUID()}`, ports: Array.from({ length: maxPorts + 1 }, () => 1) }),
    ],
  ])("end the connection on %s", async (_, message) => {
    const { worker, streamId, connection } = await requested();
    worker.send({ type: "stream-opened", streamId });
    await connection;
    const sent = message(streamId);
    if (Buffer.isBuffer(sent)) worker.sendBinary(sent);
    else worker.send(sent);
    expect((await worker.closed).code).toBe(closeCodes.violation);
  });

  it("ignore data and messages of unknown streams, which may have been sent before they were closed", async () => {
    const { worker, open } = await requested();
    worker.sendBinary(streamData(99, Buffer.from("late")));
    worker.send({ type: "stream-end", streamId: 99 });
    worker.send({ type: "stream-opened", streamId: 99 });
    await expect(open()).resolves.toBeDefined();
  });

  it("aren't part of the first version of the protocol", async () => {
    const { worker, announce } = await assigned([1]);
    announce();
    expect((await worker.closed).code).toBe(closeCodes.violation);
    const other = await assigned([1]);
    other.worker.sendBinary(streamData(1, Buffer.from("x")));
    expect((await other.worker.closed).code).toBe(closeCodes.violation);
  });

  it("continue on the worker's next connection", async () => {
    const { worker, mine, run, label, open } = await requested();
    await worker.cut();
    await vi.waitFor(() => expect(open()).rejects.toThrow("The run's worker is disconnected"));
    const next = await connectFakeWorker(test.url, test.keys.serviceAccount);
    next.send({ ...mine, resumed: true, runs: [run.id] });
    await next.next("welcome");
    next.send({ type: "ports", runId: run.id, ports: [3000] });
    await vi.waitFor(() => open());
    const connection = test.service.previews.find(label)?.connect();
    const { streamId } = await next.next("stream-open");
    next.send({ type: "stream-opened", streamId });
    await expect(connection).resolves.toBeDefined();
  });

  it("show why a request fails", async () => {
    const { worker, run, open } = await assigned([2]);
    worker.send({ type: "ports", runId: run.id, ports: [3000] });
    const { get } = await visit((await vi.waitFor(() => open())).url);
    const pending = get("/");
    const { streamId } = await worker.next("stream-open");
    worker.send({ type: "stream-opened", streamId });
    await vi.waitFor(() => expect(worker.dataOf(streamId).toString()).toContain("GET / HTTP/1.1"));
    await worker.cut();
    expect(await pending).toMatchObject({ status: 503, body: expect.stringContaining("worker is disconnected") });
  });

  it("end for one member, with their open connections, and can be opened again", { tags: ["long"] }, async () => {
    const { worker, run, open } = await assigned([2]);
    worker.send({ type: "ports", runId: run.id, ports: [3000] });
    const [mine, another] = [await vi.waitFor(() => open()), await open()];
    const [{ get }, second] = [await visit(mine.url), await visit(another.url)];
    const endPreviews = (email: string) =>
      test.send("DELETE", `/admin/v1/teams/1/members/${email}/previews`, { key: test.keys.admin });
    const pending = get("/");
    const { streamId } = await worker.next("stream-open");
    worker.send({ type: "stream-opened", streamId });
    expect(await endPreviews("admin@localhost")).toMatchObject({ status: 200, body: { email: "admin@localhost" } });
    expect(await pending).toMatchObject({ status: 502 });
    expect(await second.get("/")).toMatchObject({
      status: 503,
      body: "You no longer have access to this preview.\n",
    });
    await test.send("PUT", "/admin/v1/teams/1/members/other@x.example", {
      key: test.keys.admin,
      body: { isAdmin: false },
    });
    const next = await visit((await open()).url);
    expect((await endPreviews("other@x.example")).status).toBe(200);
    const served = next.get("/");
    const opened = await worker.next("stream-open");
    worker.send({ type: "stream-opened", streamId: opened.streamId });
    await vi.waitFor(() => expect(worker.dataOf(opened.streamId).toString()).toContain("GET / HTTP/1.1"));
    worker.sendBinary(streamData(opened.streamId, Buffer.from("HTTP/1.1 204 No Content\r\n\r\n")));
    expect(await served).toMatchObject({ status: 204 });
  });
});
