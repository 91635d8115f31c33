import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { ticketPath } from "./preview-headers";
import { disabledReason, previewOrigin } from "./preview-origin";
import { type PreviewServer, startPreviewServer } from "./preview-server";
import { createPreviewSessions, type OpenedPreview, type PreviewSessions } from "./preview-sessions";

const runId = "run-1";

let clock: FakeClock;
let inside: Server;
let previews: PreviewSessions;
let server: PreviewServer;
let opened: OpenedPreview;
let received: IncomingHttpHeaders = {};
let close: () => void;

const portOf = (of: Server) => (of.address() as AddressInfo).port;

const allowed = async () => true;

function open(port: number, isAuthorized = allowed): OpenedPreview {
  const found = previews.open(runId, port, isAuthorized);
  if (!found || "unavailable" in found) throw new Error("no preview");
  return found;
}

beforeAll(async () => {
  inside = createServer((incoming, response) => {
    received = incoming.headers;
    if (incoming.url === "/reset") {
      response.writeHead(200, { "content-length": 100 }).write("partial");
      setImmediate(() => incoming.socket.resetAndDestroy());
      return;
    }
    if (incoming.url === "/redirect") {
      response.writeHead(302, { location: `http://localhost:${portOf(inside)}/next?a=1` });
    } else {
      const cookies = ["own=1; Domain=localhost; Path=/", "slipway-preview=forged; Path=/"];
      response.writeHead(200, { "set-cookie": cookies, "strict-transport-security": "max-age=1", "x-own": "kept" });
    }
    incoming.pipe(response);
  });
  inside.on("upgrade", (incoming, socket) => {
    received = incoming.headers;
    if (incoming.url === "/refused") {
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
      return;
    }
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    socket.pipe(socket);
  });
  inside.listen(0, "127.0.0.1");
  await once(inside, "listening");
  clock = new FakeClock();
  previews = createPreviewSessions(clock);
  const originOf = (label: string) => previewOrigin(label, server.port, undefined);
  server = await startPreviewServer({ previews, clock, host: "127.0.0.1", port: 0, originOf });
  previews.setOrigin(originOf);
});
afterAll(async () => {
  await server.close();
  inside.closeAllConnections();
  inside.close();
});
beforeEach(() => {
  close?.();
  const port = portOf(inside);
  ({ close } = previews.register(runId, {
    ports: [port],
    async connect() {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      // As a connection into a sandbox is after its handshake.
      return socket.pause();
    },
  }));
  opened = open(port);
  received = {};
});

interface Sent {
  method?: string;
  path?: string;
  host?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function send({ method = "GET", path = "/", host = new URL(opened.origin).host, headers = {}, body }: Sent) {
  const sent = request({ host: "127.0.0.1", port: server.port, method, path, headers: { ...headers, host } });
  sent.end(body);
  const [response] = await once(sent, "response");
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const redeem = (ticket = opened.ticket) => send({ path: `${ticketPath}?ticket=${ticket}` });

async function cookie(): Promise<string> {
  const { headers } = await redeem();
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

describe("a port preview", () => {
  it("exchanges a ticket once for a cookie of its origin alone", async () => {
    expect((await redeem("other")).status).toBe(403);
    const { status, headers } = await redeem();
    expect(status).toBe(200);
    expect(headers["set-cookie"]?.[0]).toMatch(/^slipway-preview=[0-9a-f]{48}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect((await redeem()).status).toBe(403);
    expect(received).toEqual({});
  });

  it("rejects expired tickets, requests without its cookie, and other hosts", async () => {
    expect((await send({})).status).toBe(401);
    const own = await cookie();
    expect((await send({ headers: { cookie: "slipway-preview=forged" } })).status).toBe(401);
    const host = `${opened.label}.evil.example`;
    for (const other of [host, `127.0.0.1:${server.port}`, `${"0".repeat(32)}.localhost:${server.port}`]) {
      expect((await send({ host: other, headers: { cookie: own } })).status, other).toBe(404);
    }
    const second = open(portOf(inside));
    const secondHost = new URL(second.origin).host;
    expect((await send({ host: secondHost, headers: { cookie: own } })).status).toBe(401);
    clock.advance(60_001);
    expect((await send({ host: secondHost, path: `${ticketPath}?ticket=${second.ticket}` })).status).toBe(403);
    expect(received).toEqual({});
  });

  it("forwards requests as if they came from localhost, without its cookie", async () => {
    const own = await cookie();
    const headers = { cookie: `a=1; ${own}; b=2`, origin: opened.origin, referer: `${opened.origin}/page` };
    const { status, body } = await send({ method: "POST", path: "/echo", headers, body: "hello" });
    expect({ status, body }).toEqual({ status: 200, body: "hello" });
    const local = `localhost:${portOf(inside)}`;
    expect(received).toMatchObject({ host: local, origin: `http://${local}`, referer: `http://${local}/page` });
    expect(received.cookie).toBe("a=1; b=2");
  });

  it("keeps the server's cookies, redirects and settings within the preview", async () => {
    const headers = { cookie: await cookie() };
    const answer = await send({ headers });
    expect(answer.headers["set-cookie"]).toEqual(["own=1; Path=/"]);
    expect(answer.headers).toMatchObject({ "x-own": "kept", "referrer-policy": "same-origin" });
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
    expect((await send({ headers, path: "/redirect" })).headers.location).toBe(`${opened.origin}/next?a=1`);
  });

  it("survives servers that break a response or don't listen", async () => {
    const headers = { cookie: await cookie() };
    await expect(send({ headers, path: "/reset" })).rejects.toThrow("aborted");
    expect((await send({ headers })).status).toBe(200);
    const connect = () => Promise.reject(new Error("nothing is listening"));
    previews.register(runId, { ports: [1], connect });
    const other = open(1);
    const host = new URL(other.origin).host;
    const { headers: redeemed } = await send({ host, path: `${ticketPath}?ticket=${other.ticket}` });
    const own = redeemed["set-cookie"]?.[0]?.split(";")[0] ?? "";
    // The page reloads itself, so that one opened while the server starts shows it.
    expect(await send({ host, headers: { cookie: own } })).toMatchObject({ status: 502, headers: { refresh: "2" } });
  });

  it("ends with its run and after an hour", async () => {
    const headers = { cookie: await cookie() };
    clock.advance(3_600_000);
    expect((await send({ headers })).status).toBe(404);
    close();
    expect(previews.open(runId, portOf(inside), allowed)).toBeUndefined();
  });

  it("ends when its user loses access", async () => {
    let isAllowed = true;
    opened = open(portOf(inside), async () => isAllowed);
    const own = await cookie();
    expect((await send({ headers: { cookie: own } })).status).toBe(200);
    const socket = connect(server.port, "127.0.0.1");
    const lines = [
      "GET / HTTP/1.1",
      `Host: ${new URL(opened.origin).host}`,
      `Origin: ${opened.origin}`,
      `Cookie: ${own}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    await once(socket, "data");
    clock.advance(2_000);
    isAllowed = false;
    const closed = once(socket, "close");
    await vi.waitFor(() => {
      clock.advance(2_000);
      expect(socket.destroyed || socket.readableEnded).toBe(true);
    });
    await closed;
    expect(await send({ headers: { cookie: own } })).toMatchObject({
      status: 503,
      body: "You no longer have access to this preview.\n",
    });
  });

  it("isn't available for ports that the environment file doesn't list, or other runs", () => {
    expect(previews.open(runId, 22, allowed)).toBeUndefined();
    expect(previews.open("run-2", portOf(inside), allowed)).toBeUndefined();
  });
});

async function upgrade(path: string, headers: { cookie?: string; origin?: string }): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  const all = { host: new URL(opened.origin).host, connection: "Upgrade", upgrade: "websocket", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  let output = "";
  for await (const chunk of socket) {
    output += chunk;
    if (output.endsWith("\r\n\r\n") && output.startsWith("HTTP/1.1 101")) socket.write("ping");
    if (output.endsWith("ping")) break;
  }
  socket.destroy();
  return output;
}

describe("a WebSocket in a port preview", () => {
  it("is connected from its own pages only", async () => {
    const own = await cookie();
    expect(await upgrade("/", { cookie: own, origin: opened.origin })).toMatch(/^HTTP\/1.1 101 [\s\S]*ping$/);
    expect(received.origin).toBe(`http://localhost:${portOf(inside)}`);
    expect(received.cookie).toBeUndefined();
    for (const headers of [
      { origin: opened.origin },
      { cookie: own },
      { cookie: own, origin: "http://evil.example" },
    ]) {
      expect(await upgrade("/", headers)).toMatch(/^HTTP\/1.1 403 /);
    }
  });

  it("is closed when it is rejected, even if the client keeps its side open", async () => {
    const client = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
    client.on("error", () => undefined).resume();
    client.write("GET / HTTP/1.1\r\nHost: other.example\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    await once(client, "end");
    // Only a closed connection resets what arrives later.
    await expect.poll(() => !client.write("x") || client.destroyed).toBe(true);
  });

  it("passes on nothing else that the server sends", async () => {
    const output = await upgrade("/refused", { cookie: await cookie(), origin: opened.origin });
    expect(output).toMatch(/^HTTP\/1.1 502 /);
    expect(output).not.toContain("evil");
  });
});

it("previews are disabled if other machines can reach Slipway, unless they have an origin", () => {
  const local = { allowUnisolated: false, host: "127.0.0.1", webUrl: "http://localhost:3000" };
  const settings = { ...local, servicePublicUrl: "http://127.0.0.1:4100", previewUrl: undefined };
  expect(disabledReason(settings)).toBeUndefined();
  expect(disabledReason({ ...settings, host: "0.0.0.0" })).toContain("PREVIEW_URL");
  const previewUrl = "https://*.preview.example.com";
  expect(disabledReason({ ...settings, host: "0.0.0.0", previewUrl })).toBeUndefined();
  expect(previewOrigin("ab", 80, previewUrl)).toBe("https://ab.preview.example.com");
});
