import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { withKeyWatch } from "./key-watch";

const server = createServer((request, response) => {
  response.statusCode = request.headers["x-api-key"] === "valid" ? 200 : 401;
  response.end("{}");
});
let url = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${z.looseObject({ port: z.number() }).parse(server.address()).port}`;
});
afterAll(() => server.close());

/** Watches a turn that ends when the endpoint had time to answer. */
function watch(key: string, responds: boolean, preset: string | null = "claude") {
  const clock = new FakeClock();
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url };
  const turn = (async () => {
    const received = once(server, "request").then(() => new Promise((resolve) => setImmediate(resolve)));
    if (!responds && preset) await received;
    return "done";
  })();
  const watched = withKeyWatch(
    clock,
    { preset: preset ?? undefined, env },
    () => responds,
    key === "valid" || responds || !preset ? turn : new Promise(() => undefined),
  );
  clock.advance(15_000);
  return watched;
}

describe("an agent that is silent after the prompt", () => {
  it("fails within 15 seconds if the endpoint rejects its key", async () => {
    await expect(watch("wrong", false)).rejects.toMatchObject({
      code: "agent_needs_key",
      message: `${new URL(url).host} rejected ANTHROPIC_API_KEY (HTTP 401). Replace the key.`,
    });
  });

  it("continues if the endpoint accepts its key", async () => {
    expect(await watch("valid", false)).toBe("done");
  });

  it("isn't checked once it responds, or without a preset", async () => {
    expect(await watch("wrong", true)).toBe("done");
    expect(await watch("wrong", false, null)).toBe("done");
  });
});
