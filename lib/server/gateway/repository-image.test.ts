import { createServer } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { Service } from "@/lib/server/upstream/client/service";
import { imageType, repositoryImage } from "./repository-image";

const commit = "a".repeat(40);
const png = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1");
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

let content: Buffer;
let requests: string[];
let service: Service;
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  content = png;
  requests = [];
  server = createServer((request, response) => {
    requests.push(request.url ?? "");
    const found = { type: "file", encoding: "base64", size: String(content.length), name: "a", path: "a", sha: commit };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...found, content: content.toString("base64") }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  service = {
    address: { base: `http://127.0.0.1:${address.port}`, repohostPrefix: "/v1/repohost" },
    credentials: { authorization: async () => "Bearer test-key" },
    clock: new FakeClock(),
    ids: { uuid: () => "request-1" },
  };
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (path: string, of = commit) =>
  repositoryImage({
    service,
    user: { email: "mia@users.test", name: "Mia", role: "viewer" },
    ownerSlug: "demo",
    repoName: "orders",
    path,
    commit: of,
    signal: new AbortController().signal,
    requestId: "r",
  });

it("serves an image with a type that can't execute", async () => {
  const response = await get("art/logo.jpg");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
  expect(requests).toEqual([`/v1/repohost/repos/demo/orders/contents?path=art%2Flogo.jpg&ref=${commit}`]);
});

it("doesn't serve SVG or HTML under any name", async () => {
  for (const bytes of [svg, Buffer.from("<!doctype html>"), Buffer.alloc(0)]) {
    content = bytes;
    const response = await get("logo.png");
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toContain("application/json");
  }
  expect(imageType(svg)).toBeUndefined();
});

it("serves SVG files in a sandbox that runs and loads nothing", async () => {
  content = svg;
  const response = await get("art/logo.svg");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  const policy = response.headers.get("content-security-policy")?.split("; ");
  expect(policy).toEqual(["default-src 'none'", "style-src 'unsafe-inline'", "frame-ancestors 'none'", "sandbox"]);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const entities = Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>');
  for (const bytes of [Buffer.from("<!doctype html>"), entities, png, Buffer.alloc(2_000_001, "<svg>")]) {
    content = bytes;
    expect((await get("art/logo.svg")).status).toBe(400);
  }
});

it("requests only images at full commit ids", async () => {
  for (const [path, of] of [
    ["logo.svg", "main"],
    ["README.md", commit],
    ["logo.png", "main"],
    ["logo.png", ""],
  ] as const) {
    expect((await get(path, of)).status).toBe(400);
  }
  expect(requests).toEqual([]);
});
