import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { basic, cloneFrom, commitFile, type GitServer, git, packLine, startGitServer } from "../testing/git-fixture";
import { withTimeouts } from "./client-timeouts";

let server: GitServer;
let clock: FakeClock;
const open: { destroy(): void }[] = [];

const timeouts = { idleMs: 30_000, totalMs: 90_000 };
async function start(packLimits: { fetches: number; pushes: number; waiting: number }) {
  clock = new FakeClock();
  server = await startGitServer({ packLimits, clock, timeouts });
}

/** Sends the start of a request and then stalls. Resolves with the response, if there is one. */
function begin(key: string, service: "git-receive-pack" | "git-upload-pack", text = "0") {
  const call = request(`${server.origin}/acme/widgets.git/${service}`, {
    method: "POST",
    headers: { ...basic(key), "content-type": `application/x-${service}-request` },
  });
  call.on("error", () => undefined);
  call.write(text);
  open.push(call);
  const response = once(call, "response").then(([message]: IncomingMessage[]) => message);
  response.catch(() => undefined);
  return { call, response };
}

/** Sends an empty push, which needs capacity, and returns the status. */
async function push(key: string): Promise<number> {
  const response = await fetch(`${server.origin}/acme/widgets.git/git-receive-pack`, {
    method: "POST",
    headers: { ...basic(key), "content-type": "application/x-git-receive-pack-request" },
    body: "0000",
  });
  await response.arrayBuffer();
  return response.status;
}

async function textOf(message: IncomingMessage | undefined): Promise<string> {
  let text = "";
  for await (const chunk of message ?? []) text += String(chunk);
  return text;
}

describe("pack services", () => {
  beforeEach(() => start({ fetches: 2, pushes: 2, waiting: 0 }));
  afterEach(async () => {
    for (const each of open.splice(0)) each.destroy();
    await server.stop();
  });

  /** Waits until so many requests have a git process. Each has a timer for its process and one for its body. */
  const running = (requests: number) =>
    expect.poll(() => clock.dueWithin(timeouts.totalMs) - clock.dueWithin(timeouts.idleMs)).toBe(2 * requests);

  it("return 503 at capacity, and are available again when a client disconnects", async () => {
    const slow = begin("writer", "git-receive-pack");
    await running(1);
    expect(await push("writer")).toBe(503);
    slow.call.destroy();
    await running(0);
    expect(await push("writer")).not.toBe(503);
  });

  it("remain available to other users and runs when one user exhausts their share", async () => {
    begin("writer", "git-receive-pack");
    await running(1);
    expect(await push("writer")).toBe(503);
    expect(await push("colleague")).not.toBe(503);
    await running(1);
    begin("colleague", "git-receive-pack");
    await running(2);
    expect([await push("colleague"), await push("reader")]).toEqual([503, 403]);
    expect(await push("run")).not.toBe(503);
  });

  it("end a push that sends nothing, with the reason", async () => {
    const slow = begin("writer", "git-receive-pack");
    await running(1);
    clock.advance(timeouts.idleMs);
    const response = await slow.response;
    expect([response?.statusCode, await textOf(response)]).toEqual([408, "No data received for 30 seconds\n"]);
    await running(0);
    expect(await push("writer")).not.toBe(503);
  });

  it("end a clone whose client doesn't read", { tags: ["long"] }, async () => {
    const work = await cloneFrom(server, "writer", "work");
    const noise = Array.from({ length: 400 }, () => crypto.getRandomValues(new Uint8Array(60_000)));
    await commitFile(work, "large.bin", Buffer.concat(noise).toString("latin1"));
    await git(work, "push", "--quiet", "origin", "HEAD:main");
    const head = await git(work, "rev-parse", "HEAD");
    const lines = `${packLine(`want ${head} ofs-delta\n`)}0000${packLine("done\n")}`;
    const unread = begin("reader", "git-upload-pack", lines);
    unread.call.end();
    const response = await unread.response;
    expect(response?.statusCode).toBe(200);
    const hasEnded = () => {
      if (clock.dueWithin(timeouts.idleMs) > 0) clock.advance(timeouts.idleMs);
      return clock.dueWithin(timeouts.totalMs) === 0;
    };
    await expect.poll(hasEnded, { timeout: 20_000 }).toBe(true);
    await expect(textOf(response)).rejects.toThrow();
  });
});

describe("a request body", () => {
  const received = async (body: Readable, at: FakeClock) => {
    const chunks: string[] = [];
    for await (const chunk of withTimeouts(body, timeouts, at)) {
      chunks.push(String(chunk));
      at.advance(20_000);
      if (chunks.length < 10) body.push(String(chunks.length));
    }
    return chunks;
  };

  it("times out when no data arrives", async () => {
    const at = new FakeClock();
    const silent = new Readable({ read() {} });
    const closed = once(silent, "close").catch(() => undefined);
    const reading = received(silent, at);
    at.advance(30_000);
    await expect(reading).rejects.toThrow("No data received for 30 seconds");
    await closed;
  });

  it("times out after the total time, even if data keeps arriving", async () => {
    const steady = new Readable({ read() {} });
    steady.push("begin");
    await expect(received(steady, new FakeClock())).rejects.toThrow("The request took longer than 90 seconds");
  });
});
