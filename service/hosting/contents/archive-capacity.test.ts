import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
const clock = new FakeClock({ running: true });

beforeAll(async () => {
  hosted = await startHostedRepository({}, clock);
  const noise = Array.from({ length: 300 }, () => crypto.getRandomValues(new Uint8Array(60_000)));
  await hosted.commit({ "large.txt": Buffer.concat(noise).toString("base64") });
  await hosted.push("main");
});
afterAll(() => hosted.close());

/** Requests an archive. Resolves with its response, whose body isn't read. */
async function unread(key: string, signal?: AbortSignal): Promise<IncomingMessage> {
  const call = request(`${hosted.test.url}${hosted.path}/tarball/main`, {
    headers: { authorization: `Bearer ${key}` },
    ...(signal ? { signal } : {}),
  });
  call.on("error", () => undefined).end();
  const [response]: IncomingMessage[] = await once(call, "response");
  if (!response) throw new Error("the response is missing");
  response.on("error", () => undefined).pause();
  return response;
}

describe("the limit on concurrent archives", () => {
  it("isn't exhausted by a user who doesn't read their archives, and stalled archives time out", {
    tags: ["long"],
  }, async () => {
    const { user, serviceAccount } = hosted.test.keys;
    const mine = await Promise.all(Array.from({ length: 4 }, () => unread(user)));
    let isServed = false;
    const fifth = unread(user).then((response) => {
      isServed = true;
      return response;
    });
    const other = await unread(serviceAccount);
    expect([other.statusCode, isServed]).toEqual([200, false]);
    const served = () => {
      clock.advance(30_000);
      return isServed;
    };
    await expect.poll(served, { timeout: 20_000 }).toBe(true);
    expect((await fifth).statusCode).toBe(200);
    for (const response of [...mine, other, await fifth]) response.destroy();
  });

  it("queues 32 archives of a user and rejects more with 503, while others are served", {
    tags: ["long"],
  }, async () => {
    const { user, serviceAccount } = hosted.test.keys;
    const abort = new AbortController();
    const responses: IncomingMessage[] = [];
    const receive = async () => {
      responses.push(await unread(user, abort.signal));
    };
    // Four are served and 32 wait.
    const requests = Promise.allSettled(Array.from({ length: 37 }, receive));
    const withStatus = (status: number) => responses.filter(({ statusCode }) => statusCode === status);
    await expect.poll(() => [withStatus(200).length, withStatus(503).length > 0]).toEqual([4, true]);
    const [rejected] = withStatus(503);
    expect(rejected && (await json(rejected))).toMatchObject({
      code: 14,
      message: "Too many archives are being created. Retry later.",
    });
    const other = await unread(serviceAccount);
    expect(other.statusCode).toBe(200);
    abort.abort();
    other.destroy();
    await requests;
  });
});
