import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it } from "vitest";
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
