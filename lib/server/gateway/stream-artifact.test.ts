import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/core/clock";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { type ArtifactRequest, streamArtifact } from "./stream-artifact";

const agentId = "bc-5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c44";
const content = "0123456789";
let server: ReturnType<typeof createServer>;
let base: string;
let seen: IncomingMessage[];
let link: (path: string) => string;
let serve: (request: IncomingMessage, response: ServerResponse) => void;

function plain(request: IncomingMessage, response: ServerResponse): void {
  const [, from, to] = /^bytes=([0-9]+)-([0-9]+)$/.exec(request.headers.range ?? "") ?? [];
  if (from === undefined) {
    response.writeHead(200, { "content-type": "text/html", "content-length": "10", "set-cookie": "a=b" }).end(content);
    return;
  }
  const part = content.slice(Number(from), Number(to) + 1);
  const headers = { "content-range": `bytes ${from}-${to}/10`, "content-length": String(part.length) };
  response.writeHead(206, headers).end(part);
}

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request);
    const url = new URL(request.url ?? "", "http://x");
    if (url.pathname.endsWith("/artifacts/download")) {
      const path = url.searchParams.get("path") ?? "";
      const body = path.includes("missing")
        ? { status: 404, json: { error: { code: "artifact_not_found", message: "No" } } }
        : { status: 200, json: { url: link(path), expiresAt: "2026-04-13T18:56:02.000Z" } };
      response.writeHead(body.status, { "content-type": "application/json" }).end(JSON.stringify(body.json));
    } else serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  base = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  serve = plain;
  link = () => `${base}/stored?signature=s`;
});

function get(path: string, overrides: Partial<ArtifactRequest> & { headers?: Record<string, string> } = {}) {
  const { headers = {}, ...rest } = overrides;
  return streamArtifact({
    service: {
      address: { base, repohostPrefix: "/v1/repohost" },
      credentials: { authorization: async () => "Bearer key" },
      clock: systemClock,
      ids: { uuid: () => "id" },
    },
    user: { email: "ada@example.test", name: "Ada", role: "viewer" },
    origins: { published: base, reached: base },
    agentId,
    path,
    as: "inline",
    isAuthorized: async () => true,
    request: new Request("http://d/x", { headers }),
    requestId: "r",
    ...rest,
  });
}

describe("an artifact through the dashboard", () => {
  it("is fetched from a new link without a key, and served with a safe type", async () => {
    const response = await get("artifacts/a.html");
    expect(await response.text()).toBe(content);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(seen[0]?.headers.authorization).toBe("Bearer key");
    expect(seen[1]?.headers.authorization).toBeUndefined();
    await get("artifacts/a.html");
    expect(seen).toHaveLength(4);
  });

  it("shows an HTML file as a page without scripts, other origins, or the dashboard's origin", async () => {
    const response = await get("artifacts/a.html", { as: "page" });
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toMatch(/; sandbox$/);
    expect(policy).not.toMatch(/script-src|allow-|'self'; (?:img|media)-src/);
    expect((await get("artifacts/a.svg", { as: "page" })).headers.get("content-type")).toMatch(/^text\/plain/);
  });

  it("fails once the user is signed out", async () => {
    serve = (_request, response) => void response.writeHead(200, { "content-length": "20" }).write("0123456789");
    const clock = new FakeClock();
    const response = await get("artifacts/a.bin", {
      service: {
        address: { base, repohostPrefix: "/v1/repohost" },
        credentials: { authorization: async () => "Bearer key" },
        clock,
        ids: { uuid: () => "id" },
      },
      isAuthorized: async () => false,
    });
    const rest = response.text();
    clock.advance(2_000);
    await expect(rest).rejects.toThrow("access ended");
  });

  it("supports ranges", async () => {
    const response = await get("artifacts/v.mp4", { headers: { range: "bytes=2-4" } });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe("234");
    expect(response.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(response.headers.get("content-type")).toBe("video/mp4");
  });

  it("is downloaded if its type is unknown or a download is requested", async () => {
    expect((await get("artifacts/core")).headers.get("content-disposition")).toMatch(/^attachment/);
    const saved = await get("artifacts/a'b (ü).png", { as: "save" });
    expect(saved.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''a%27b%20%28%C3%BC%29.png");
    expect(saved.headers.get("content-type")).toBe("application/octet-stream");
    expect((await get("artifacts/core", { as: "text" })).headers.get("content-type")).toMatch(/^text\/plain/);
    expect((await get("artifacts/\ud800\r\nx: y.png")).headers.get("content-disposition")).not.toMatch(/[\r\n]/);
  });

  it.each(["", "artifacts/../keys.json", "/etc/passwd", "artifacts/./a", "artifacts/a\0.png"])(
    "is rejected for the path %j, without calling the storage",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: "validation_error", field: "path" } });
      expect(seen).toHaveLength(0);
    },
  );

  it("passes on errors of the service and the storage, and doesn't follow redirects", async () => {
    expect((await get("artifacts/missing.png")).status).toBe(404);
    serve = (_request, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    expect(await (await get("artifacts/a.png")).json()).toMatchObject({ error: { code: "storage_error" } });
    serve = (_request, response) => response.writeHead(404).end();
    expect(await (await get("artifacts/a.png")).json()).toMatchObject({ error: { code: "artifact_not_found" } });
    link = () => "http://127.0.0.1:1/x";
    expect(await (await get("artifacts/a.png")).json()).toMatchObject({ error: { code: "storage_unreachable" } });
  });

  it.each(["file:///etc/passwd", "http://user:pass@127.0.0.1/x", "no address", "gopher://x/"])(
    "rejects the link %s",
    async (url) => {
      link = () => url;
      expect(await (await get("artifacts/a.png")).json()).toMatchObject({ error: { code: "upstream_malformed" } });
    },
  );

  it("reads public links at the address the dashboard can access", async () => {
    link = () => "https://public.example/stored?x=1";
    const response = await get("artifacts/a.txt", { origins: { published: "https://public.example", reached: base } });
    expect(await response.text()).toBe(content);
  });

  it("is streamed with backpressure and aborted when the reader disconnects", async () => {
    let sent = 0;
    let closed = false;
    const chunk = Buffer.alloc(1024 * 1024);
    serve = (_request, response) => {
      response.writeHead(200, { "content-length": String(5_000 * chunk.length) });
      const more = () => {
        while (!closed && sent < 5_000) {
          sent += 1;
          if (!response.write(chunk)) {
            response.once("drain", more);
            return;
          }
        }
      };
      response.on("close", () => {
        closed = true;
      });
      more();
    };
    const reader = (await get("artifacts/huge.bin")).body?.getReader();
    await reader?.read();
    expect(sent).toBeLessThan(100);
    await reader?.cancel();
    await expect.poll(() => closed).toBe(true);
  });
});
