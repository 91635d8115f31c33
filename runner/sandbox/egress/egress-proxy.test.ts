import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { proxySocket } from "../inside/forward-ports";
import { type EgressProxy, startEgressProxy } from "./egress-proxy";

let folder = "";
let proxy: EgressProxy;
let port = 0;
const blocked: string[] = [];
const server = createServer((_, response) => response.end("reached"));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-proxy-"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
  proxy = await startEgressProxy({
    folder,
    decide: (host, to) => (to === port ? { allowed: true, required: true } : { allowed: false, reason: `not ${host}` }),
    onBlocked: ({ host }) => void blocked.push(host),
  });
});
afterAll(async () => {
  proxy.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const open = async () => {
  const socket = connect(join(folder, proxySocket));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
};

/** Everything the proxy answers until it ends the connection. */
async function answerOf(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const name = (host: string) => [3, host.length, ...Buffer.from(host, "latin1")];
const greeting = [5, 1, 0];
const request = (target: readonly number[], to = port, command = 1) => [5, command, 0, ...target, to >> 8, to & 255];
const http = Buffer.from("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

describe("the egress proxy", () => {
  it.each([
    ["an address", [1, 127, 0, 0, 1]],
    ["a name", name("127.0.0.1")],
  ])("connects over SOCKS5 to %s, also when every byte comes alone", async (_kind, target) => {
    const socket = await open();
    const answer = answerOf(socket);
    for (const byte of [...greeting, ...request(target)]) {
      socket.write(Buffer.from([byte]));
      await nextTurn();
    }
    socket.write(http);
    const received = await answer;
    expect([...received.subarray(0, 4)]).toEqual([5, 0, 5, 0]);
    expect(received.toString("latin1")).toMatch(/reached/);
  });

  it.each([
    ["no methods and no host", [5, 0, ...request(name(""))]],
    ["an empty host", [...greeting, ...request(name(""))]],
    ["port 0", [...greeting, ...request(name("x.example"), 0)]],
    ["an unknown command", [...greeting, ...request(name("x.example"), 80, 2)]],
    ["an unknown kind of address", [...greeting, 5, 1, 0, 9]],
    ["a host that isn't allowed", [...greeting, ...request(name("x.example"), 80)]],
    ["a long host of control characters", [...greeting, ...request(name("\0\r\n".repeat(85)), 80)]],
  ])("rejects %s at once", async (_title, bytes) => {
    const socket = await open();
    socket.write(Buffer.from(bytes));
    const answer = await answerOf(socket);
    expect([...answer.subarray(0, 2)]).toEqual([5, 0]);
    expect(answer[3] ?? 1).not.toBe(0);
  });

  it.each([
    ["half a request", [...greeting, 5, 1]],
    ["a greeting without its methods", [5, 255, 0]],
    ["nothing", []],
  ])("forgets a client that leaves after %s", async (_title, bytes) => {
    const socket = await open();
    socket.write(Buffer.from(bytes));
    socket.end();
    await answerOf(socket);
    expect(socket.destroyed).toBe(true);
  });

  it("ends a handshake that takes too long", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const socket = await open();
    socket.write(Buffer.from(greeting));
    await once(socket, "data");
    const expire = timers.mock.calls.find(([, ms]) => ms === 30_000)?.[0];
    timers.mockRestore();
    if (typeof expire === "function") expire();
    expect((await answerOf(socket)).length).toBe(0);
  });

  it.each([
    "\0\0\0\0",
    "CONNECT :0 HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    `CONNECT ${"a".repeat(300)}:80 HTTP/1.1\r\n\r\n`,
  ])("rejects other bytes: %j", async (text) => {
    const socket = await open();
    socket.write(text);
    socket.end();
    expect((await answerOf(socket)).toString("latin1")).toMatch(/^(?:HTTP\/1\.1 4|$)/);
  });

  it("still serves others after all of this", async () => {
    const socket = await open();
    socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`);
    await once(socket, "data");
    socket.write(http);
    expect((await answerOf(socket)).toString()).toContain("reached");
  });
});
