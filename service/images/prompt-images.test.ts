import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "@/lib/contract/agents/agent";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { systemClock } from "@/lib/core/clock";
import { runs } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";
import { samples, serveImages } from "./testing/image-fixture";

/** 15 MB (specification, section 8). */
const maxImageBytes = 15 * 1024 * 1024;

/** A clock that shortens the ten-second fetch deadline. */
const fastClock = {
  ...systemClock,
  after: (ms: number, callback: () => void) => systemClock.after(ms === 10_000 ? 300 : ms, callback),
};

let server: Awaited<ReturnType<typeof serveImages>>;
let test: TestService;
let requests: string[] = [];
let together = 0;
let release: (() => void)[] = [];
beforeAll(async () => {
  server = await serveImages((request, response) => {
    const url = request.url ?? "";
    requests.push(url);
    if (url === "/silent") return;
    if (url === "/over") {
      response.end(Buffer.concat([samples["image/png"], Buffer.alloc(maxImageBytes)]));
      return;
    }
    if (url.startsWith("/together")) {
      together += 1;
      release.push(() => response.end(samples["image/gif"]));
      if (together === 5) for (const each of release) each();
      return;
    }
    response.end(url === "/page" ? "<html>" : samples["image/webp"]);
  });
  test = await startTestService({ WEB_URL: server.origin }, fastClock);
});
afterAll(async () => {
  await test.close();
  await server.close();
});
beforeEach(() => {
  requests = [];
  together = 0;
  release = [];
});

const base64 = (type: keyof typeof samples) => samples[type].toString("base64");
const promptOf = (...images: object[]) => ({ text: "Look at this", images });

async function storedImages(runId: string) {
  const [row] = await test.service.db.select({ images: runs.promptImages }).from(runs).where(eq(runs.id, runId));
  return row?.images;
}

describe("images of a prompt", () => {
  it("A-CREATE-11, A-CREATE-12, A-CREATE-13, A-CREATE-19: are stored the same way, inline or fetched, and reach the agent", {
    tags: ["long"],
  }, async () => {
    const types = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
    const sent = types.map((mimeType) => ({ mimeType, data: base64(mimeType) }));
    const created = await test.call(createAgent, {
      body: { prompt: promptOf(...sent, { url: `${server.origin}/a.webp` }) },
    });
    expect(requests).toEqual(["/a.webp"]);
    expect(await storedImages(created.run.id)).toEqual([
      ...sent,
      { mimeType: "image/webp", data: base64("image/webp") },
    ]);
    const frames = await test.stream(created.agent.id, created.run.id);
    expect(JSON.stringify(frames.at(-2)?.data)).toContain("5 images in the prompt");
  });

  it("A-CREATE-11: can be any base64, and are stored with the type of their data if it's known", async () => {
    const example = { data: "aGk=", mimeType: "image/png", dimension: { width: 640, height: 400 } };
    const jpeg = { data: base64("image/jpeg"), mimeType: "image/png" };
    const { run } = await test.call(createAgent, { body: { prompt: promptOf(example, jpeg) } });
    expect(await storedImages(run.id)).toEqual([
      { mimeType: "image/png", data: "aGk=" },
      { mimeType: "image/jpeg", data: jpeg.data },
    ]);
  });

  it("A-CREATE-21: five URLs are fetched concurrently", async () => {
    const urls = [1, 2, 3, 4, 5].map((index) => ({ url: `${server.origin}/together/${index}` }));
    const { run } = await test.call(createAgent, { body: { prompt: promptOf(...urls) } });
    expect(await storedImages(run.id)).toHaveLength(5);
  });

  it("A-CREATE-23: can have 15 MB", { tags: ["long"] }, async () => {
    const data = Buffer.concat([samples["image/png"], Buffer.alloc(maxImageBytes - samples["image/png"].length)]);
    const response = await test.send("POST", "/v1/agents", {
      body: { prompt: promptOf({ data: data.toString("base64"), mimeType: "image/png" }) },
    });
    expect(response.status).toBe(201);
  });

  it("A-CREATE-10, A-RUN-07: are optional", { tags: ["long"] }, async () => {
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
    await test.stream(agent.id, run.id);
    const next = await test.call(createRun, { params: { id: agent.id }, body: { prompt: { text: "again" } } });
    expect(await storedImages(next.run.id)).toEqual([]);
  });

  const png = { data: base64("image/png"), mimeType: "image/png" };
  const rejected: [string, () => object[], string][] = [
    ["A-RUN-08: six images", () => Array(6).fill(png), "prompt.images"],
    [
      "A-RUN-09: an image over 15 MB",
      () => [{ data: Buffer.alloc(maxImageBytes + 1).toString("base64"), mimeType: "image/png" }],
      "prompt.images.0.data",
    ],
    ["A-RUN-10: an image with both", () => [{ ...png, url: "https://x.example" }], "prompt.images.0.data"],
    ["A-RUN-10: an image with neither", () => [{ mimeType: "image/png" }], "prompt.images.0.data"],
    ["A-RUN-11: data without mimeType", () => [{ data: png.data }], "prompt.images.0.mimeType"],
    ["A-RUN-12: an unsupported mimeType", () => [{ ...png, mimeType: "image/svg+xml" }], "prompt.images.0.mimeType"],
    ["A-RUN-13: a url with another scheme", () => [{ url: "ftp://x.example/a" }], "prompt.images.0.url"],
    ["A-CREATE-25: a url to more than 15 MB", () => [png, { url: `${server.origin}/over` }], "prompt.images.1.url"],
    ["a url that isn't an image", () => [{ url: `${server.origin}/page` }], "prompt.images.0.url"],
    ["a url that doesn't respond", () => [{ url: `${server.origin}/silent` }], "prompt.images.0.url"],
    ["a private address", () => [{ url: "http://169.254.169.254/latest" }], "prompt.images.0.url"],
  ];

  describe("that are rejected", () => {
    let agent: Agent;
    beforeAll(async () => {
      const created = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
      agent = created.agent;
      await test.stream(agent.id, created.run.id);
    });

    it.each(rejected)("store nothing on create or follow-up: %s", async (_name, images, field) => {
      const latest = async () => (await test.call(listAgents, { query: { limit: "1" } })).items[0]?.id;
      const before = await latest();
      const body = { prompt: promptOf(...images()) };
      for (const path of ["/v1/agents", `/v1/agents/${agent.id}/runs`]) {
        const response = await test.send("POST", path, { body });
        expect(response).toMatchObject({ status: 400, body: { error: { code: "validation_error", field } } });
      }
      expect(await latest()).toBe(before);
      expect((await test.call(listRuns, { params: { id: agent.id } })).items).toHaveLength(1);
      expect((await test.call(getAgent, { params: { id: agent.id } })).status).toBe("IDLE");
    });
  });

  it("are rejected with the same message, regardless of what the URL returns", async () => {
    const urls = ["http://127.0.0.1:9/", "http://[::1]:22/", "http://nowhere.invalid/", `${server.origin}/page`];
    const responses = await Promise.all(
      urls.map((url) => test.send("POST", "/v1/agents", { body: { prompt: promptOf({ url }) } })),
    );
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it("aren't fetched if another part of the request is invalid", async () => {
    const image = { url: `${server.origin}/a.webp` };
    await test.send("POST", "/v1/agents", { body: { prompt: promptOf(image), model: { id: "unknown" } } });
    await test.send("POST", "/v1/agents", { body: { prompt: promptOf(image, { ...png, mimeType: "image/bmp" }) } });
    expect(requests).toEqual([]);
  });
});
