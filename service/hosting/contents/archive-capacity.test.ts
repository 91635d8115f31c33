import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
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
async function unread(key: string): Promise<IncomingMessage> {
  const call = request(`${hosted.test.url}${hosted.path}/tarball/main`, {
    headers: { authorization: `Bearer ${key}` },
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
});
