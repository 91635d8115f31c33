import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { type JsonServer, sendJson, startJsonServer } from "@/lib/core/testing/json-server";
import { dashboard } from "@/lib/server/dashboard";
import { isReadable, readableRepositories } from "./readable-repositories";
import { repo } from "./testing/pull-fixtures";

const user = { email: "eve@x.example", name: "Eve", role: "viewer" } as const;
const repository = { ownerSlug: "acme", repoName: "widgets" };

let clock: FakeClock;
let server: JsonServer;
let respond: (response: ServerResponse) => void;
let reads: number;

beforeEach(async () => {
  clock = new FakeClock();
  dashboard.readableRepositories = undefined;
  reads = 0;
  server = await startJsonServer((_, response) => {
    reads += 1;
    respond(response);
  });
  dashboard.service = {
    address: { base: server.url, repohostPrefix: "/v1/repohost" },
    credentials: { authorization: async () => "Bearer key" },
    clock,
    ids: { uuid: () => "request-1" },
  };
});
afterEach(() => server.close());

const failing = (response: ServerResponse) => sendJson(response, 500, {});
const missing = (response: ServerResponse) => sendJson(response, 404, { code: 5, message: "not found" });
const found = (response: ServerResponse) => sendJson(response, 200, repo);

/** Asks whether the repository is readable until it is known. */
async function known(): Promise<boolean> {
  for (;;) {
    let ask = () => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const result = isReadable(user, repository, ask);
    if (result !== undefined) return result;
    await asked;
  }
}

describe("whether a user can read a repository", () => {
  it.each([
    ["readable", found, true],
    ["hidden", missing, false],
  ])("is known after one read if it is %s", async (_, response, result) => {
    respond = response;
    expect([await known(), await known(), reads]).toEqual([result, result, 1]);
  });

  it("is read again after a failed read, once for everyone who waits", async () => {
    respond = failing;
    const waiting = [vi.fn(), vi.fn()];
    for (const onKnown of waiting) expect(isReadable(user, repository, onKnown)).toBeUndefined();
    await vi.waitFor(() => expect(clock.dueWithin(5_000)).toBe(1));
    expect(await readableRepositories(user, [repository])).toEqual(new Set());
    for (const onKnown of waiting) {
      expect(isReadable(user, repository, onKnown)).toBeUndefined();
      expect(onKnown).not.toHaveBeenCalled();
    }
    expect(reads).toBe(1);
    respond = found;
    clock.advance(5_000);
    for (const onKnown of waiting) expect(onKnown).toHaveBeenCalledTimes(1);
    expect([await known(), reads]).toEqual([true, 2]);
  });
});
