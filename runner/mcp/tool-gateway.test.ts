import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createToolGateway } from "./tool-gateway";

const Address = z.object({ port: z.number() });

it("rejects more than 32 requests of a run at a time, and accepts new ones when they end", async () => {
  let connections = 0;
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const gateway = createToolGateway({
    async serve(endpoint) {
      server.on("request", endpoint);
      return `http://127.0.0.1:${Address.parse(server.address()).port}/`;
    },
    connect: () => {
      connections += 1;
      return new Promise(() => {});
    },
  });
  const url = await gateway.add({ url: "http://mcp.example.com/", type: "http", headers: {}, tools: [] });
  const closing = new AbortController();
  const open = Array.from({ length: 32 }, () => fetch(url, { signal: closing.signal }).catch(() => undefined));
  await expect.poll(() => connections).toBe(32);
  expect((await fetch(url)).status).toBe(503);
  closing.abort();
  await Promise.all(open);
  const next = new AbortController();
  await expect
    .poll(() => {
      fetch(url, { signal: next.signal }).catch(() => undefined);
      return connections;
    })
    .toBeGreaterThan(32);
  next.abort();
  server.closeAllConnections();
  server.close();
});

describe("the gateway of a server", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listen(): Promise<{ server: Server; port: number }> {
    const server = createServer().listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return { server, port: Address.parse(server.address()).port };
  }

  /** The gateway's address for a server, which announces `/messages?session=1` over SSE, and the requests the server got. */
  async function setUp(type: "http" | "sse") {
    const requests: string[] = [];
    const upstream = await listen();
    upstream.server.on("request", (request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      if (request.method !== "GET") return response.writeHead(202).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end("event: endpoint\ndata: /messages?session=1\n\n");
    });
    const inner = await listen();
    const gateway = createToolGateway({
      async serve(endpoint) {
        inner.server.on("request", endpoint);
        return `http://127.0.0.1:${inner.port}/server`;
      },
      connect: async ({ port }) => connect(port, "127.0.0.1"),
    });
    const headers = { authorization: "Bearer secret" };
    const url = await gateway.add({ url: `http://127.0.0.1:${upstream.port}/sse`, type, headers, tools: ["search"] });
    return { url, requests };
  }

  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search" } });

  it.each(["http", "sse"] as const)("uses the credentials only for its own address (%s)", async (type) => {
    const { url, requests } = await setUp(type);
    const endpoints = ["/user/keys", "/messages?session=1", "https://other.example.com/"];
    for (const endpoint of endpoints) {
      const address = `${url}?endpoint=${encodeURIComponent(endpoint)}`;
      for (const method of ["GET", "POST", "DELETE"]) {
        const response = await fetch(address, { method, ...(method === "POST" ? { body } : {}) });
        expect(response.status).toBe(400);
      }
    }
    expect(requests).toEqual([]);
  });

  it("uses them for endpoints that the server announced over SSE", async () => {
    const { url, requests } = await setUp("sse");
    const announced = /data: (\S+)/.exec(await (await fetch(url)).text())?.[1] ?? "";
    expect((await fetch(new URL(announced, url), { method: "POST", body })).status).toBe(202);
    expect(requests).toEqual(["GET /sse Bearer secret", "POST /messages?session=1 Bearer secret"]);
    const other = await fetch(`${url}?endpoint=${encodeURIComponent("/messages?session=2")}`, { method: "POST", body });
    expect(other.status).toBe(400);
  });

  it("of an HTTP server doesn't announce other addresses", async () => {
    const { url, requests } = await setUp("http");
    await (await fetch(url)).text();
    const address = `${url}?endpoint=${encodeURIComponent("/messages?session=1")}`;
    expect((await fetch(address, { method: "POST", body })).status).toBe(400);
    expect(requests).toHaveLength(1);
  });
});
