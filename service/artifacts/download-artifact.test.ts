import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { downloadArtifact } from "@/lib/contract/agents/download-artifact";
import { listArtifacts } from "@/lib/contract/agents/list-artifacts";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { apiKeys, users } from "../core/store/tables/users";
import { startTestService, type TestService } from "../testing/test-service";
import { collectArtifacts } from "./collect-artifacts";

const clock = new FakeClock({ running: true });
const lifetime = 15 * 60_000;

const files: Readonly<Record<string, string>> = {
  "report.txt": "0123456789",
  "a b/ü#?&%2e'(1).PNG": "image",
  "page.html": "<script>alert(1)</script>",
  "drawing.svg": "<svg/>",
  "data.json": "{}",
  "film.mp4": "film",
  bare: "bare",
  "x.constructor": "x",
  "empty.log": "",
};

let test: TestService;
let id = "";
beforeAll(async () => {
  test = await startTestService({}, clock);
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
  id = agent.id;
  await test.stream(id, run.id);
  for (const [name, text] of Object.entries(files)) {
    const path = join(test.dataDir, "workspaces", id, "artifacts", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  await collectArtifacts(test.service, id);
});
afterAll(() => test.close());

const link = (path: string) => test.call(downloadArtifact, { params: { id }, query: { path } });

async function get(url: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(url, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const header = (response: { headers: Headers }, name: string) => response.headers.get(name);

describe("a link to an artifact", () => {
  it("A-ART-06, A-ART-10, A-ART-11: accepts a listed path and returns the bytes without a key", async () => {
    const { items } = await test.call(listArtifacts, { params: { id } });
    expect(items).toHaveLength(Object.keys(files).length);
    for (const { path, sizeBytes } of items) {
      const response = await link(path);
      expect(Object.keys(response).sort()).toEqual(["expiresAt", "url"]);
      expect(response.url.startsWith(`${test.url}/artifacts/${id}/`)).toBe(true);
      const got = await get(response.url);
      expect(got.status).toBe(200);
      expect(got.text).toBe(files[path.slice("artifacts/".length)]);
      expect(header(got, "content-length")).toBe(String(sizeBytes));
      expect(header(got, "x-request-id")).toBeTruthy();
    }
  });

  it("ends when its holder is deactivated or its key is deleted", async () => {
    const { db } = test.service;
    const { url } = await link("artifacts/report.txt");
    const activate = (isActive: boolean) => db.update(users).set({ isActive });
    await activate(false);
    const refused = await get(url);
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, "link_expired"]);
    await activate(true);
    expect((await get(url)).status).toBe(200);
    await db.update(apiKeys).set({ deletedAt: clock.now() }).where(eq(apiKeys.kind, "user"));
    expect((await get(url)).status).toBe(403);
    await db.update(apiKeys).set({ deletedAt: null });
    const other = new URL(url);
    other.searchParams.set("holder", "key:another");
    expect((await get(other.href)).status).toBe(403);
  });

  it("A-ART-12, A-ART-13: is valid for fifteen minutes", async () => {
    const before = clock.now();
    const { url, expiresAt } = await link("artifacts/report.txt");
    const issued = Date.parse(expiresAt) - lifetime;
    expect(issued).toBeGreaterThanOrEqual(before);
    expect(issued).toBeLessThanOrEqual(clock.now());
    clock.advance(lifetime - 5_000);
    expect((await get(url)).status).toBe(200);
    clock.advance(5_001);
    const late = await get(url);
    expect(late.status).toBe(403);
    expect(JSON.parse(late.text)).toMatchObject({ error: { code: "link_expired", message: expect.any(String) } });
  });

  it("stays valid after a restart", async () => {
    const { url } = await link("artifacts/report.txt");
    await test.restart();
    const moved = new URL(url);
    expect((await get(`${test.url}${moved.pathname}${moved.search}`)).text).toBe("0123456789");
  });

  it.each(["name", "agent", "digest", "expires", "signature", "no signature", "no query"])(
    "is rejected with a modified part or without one: %s",
    async (what) => {
      const url = new URL((await link("artifacts/report.txt")).url);
      const other = new URL((await link("artifacts/data.json")).url);
      if (what === "name") url.pathname = url.pathname.replace("report.txt", "report.html");
      if (what === "agent") url.pathname = url.pathname.replace(id, "bc-00000000-0000-4000-8000-000000000000");
      if (what === "digest") url.searchParams.set("digest", other.searchParams.get("digest") ?? "");
      if (what === "expires") url.searchParams.set("expires", "999999999999999");
      if (what === "signature") url.searchParams.set("signature", other.searchParams.get("signature") ?? "");
      if (what === "no signature") url.searchParams.delete("signature");
      if (what === "no query") url.search = "";
      const response = await get(url.href);
      expect(response.status).toBe(403);
      expect(JSON.parse(response.text)).toMatchObject({ error: { code: "invalid_signature" } });
    },
  );

  it("can't access files outside the store", async () => {
    const { url } = await link("artifacts/report.txt");
    const response = await get(url.replace("report.txt", "..%2f..%2fkeys.json"));
    expect(response.status).toBe(403);
  });

  it("only supports GET", async () => {
    const { url } = await link("artifacts/report.txt");
    expect(await get(url, {}, "POST")).toMatchObject({ status: 405 });
    const head = await get(url, {}, "HEAD");
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(header(head, "content-length")).toBe("10");
  });

  it.each([
    ["bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=5-99", 206, "56789", "bytes 5-9/10"],
    ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    ["bytes=4-2", 200, "0123456789", null],
    ["items=0-1", 200, "0123456789", null],
    ["bytes=10-", 416, undefined, "bytes */10"],
    ["bytes=-0", 416, undefined, "bytes */10"],
  ])("returns the range %s with %d", async (range, status, text, contentRange) => {
    const response = await get((await link("artifacts/report.txt")).url, { range });
    expect(response.status).toBe(status);
    if (text !== undefined) expect(response.text).toBe(text);
    expect(header(response, "content-range")).toBe(contentRange);
  });

  it("ignores the range if the content has changed", async () => {
    const { url } = await link("artifacts/report.txt");
    const etag = header(await get(url), "etag") ?? "";
    expect((await get(url, { range: "bytes=1-1", "if-range": etag })).text).toBe("1");
    expect((await get(url, { range: "bytes=1-1", "if-range": '"x"' })).text).toBe("0123456789");
  });

  it.each([
    ["report.txt", "text/plain; charset=utf-8", "inline"],
    ["a b/ü#?&%2e'(1).PNG", "image/png", "inline"],
    ["film.mp4", "video/mp4", "inline"],
    ["data.json", "application/json", "attachment"],
    ["page.html", "application/octet-stream", "attachment"],
    ["drawing.svg", "application/octet-stream", "attachment"],
    ["bare", "application/octet-stream", "attachment"],
    ["x.constructor", "application/octet-stream", "attachment"],
  ])("delivers %s as %s, %s", async (name, type, disposition) => {
    const response = await get((await link(`artifacts/${name}`)).url);
    expect(header(response, "content-type")).toBe(type);
    expect(header(response, "content-disposition")).toMatch(
      new RegExp(`^${disposition}; filename\\*=UTF-8''[^'()* ]+$`),
    );
    expect(header(response, "x-content-type-options")).toBe("nosniff");
    expect(header(response, "content-security-policy")).toBe("sandbox");
    expect(header(response, "cache-control")).toMatch(/^private/);
  });
});

describe("requesting a link", () => {
  it.each([
    ["A-ART-07: no path", ""],
    ["an empty path", "?path="],
    ["A-ART-08: a path outside artifacts", "?path=src/report.txt"],
    ["an absolute path", "?path=/artifacts/report.txt"],
    ["the folder itself", "?path=artifacts/"],
    ["a folder with a similar name", "?path=artifacts2/report.txt"],
    ["A-ART-09: a path traversal", "?path=artifacts/../keys.json"],
    ["an encoded path traversal", "?path=artifacts%2F%2e%2e%2Fkeys.json"],
    ["a path that leaves a folder and stays in artifacts", "?path=artifacts/a/../report.txt"],
    ["a NUL", "?path=artifacts/report.txt%00"],
  ])("rejects %s", async (_name, query) => {
    const response = await test.send("GET", `/v1/agents/${id}/artifacts/download${query}`);
    expect(response).toMatchObject({ status: 400, body: { error: { code: "validation_error", field: "path" } } });
  });

  it.each(["artifacts/none.txt", "artifacts/REPORT.txt", "artifacts//report.txt", "artifacts/./report.txt"])(
    "returns 404 artifact_not_found for %s",
    async (path) => {
      const query = new URLSearchParams({ path });
      const response = await test.send("GET", `/v1/agents/${id}/artifacts/download?${query}`);
      expect(response).toMatchObject({ status: 404, body: { error: { code: "artifact_not_found" } } });
    },
  );

  it("returns 404 agent_not_found for an unknown agent, and 401 without a key", async () => {
    const path = "/artifacts/download?path=artifacts/report.txt";
    const unknown = await test.send("GET", `/v1/agents/bc-none${path}`);
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "agent_not_found" } } });
    expect((await test.send("GET", `/v1/agents/${id}${path}`, { key: null })).status).toBe(401);
  });
});
