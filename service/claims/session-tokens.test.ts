import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiKeys } from "../core/store/tables/people";
import { type ClaimGround, nobody, openClaimGround, weekMs } from "./testing/claim-fixture";

let ground: ClaimGround;
beforeAll(async () => {
  ground = await openClaimGround();
});
afterAll(() => ground.test.close());

/** 403: known, though good for nothing here. 401: not known any more. */
const live = 403;
const dead = 401;

describe("session tokens", () => {
  it("P-TOKEN-01, P-TOKEN-09: are minted for a claim, for seven days", async () => {
    const { id } = await ground.claimed("ctrl-1");
    const { status, body } = await ground.fixture.token(id, "ctrl-1");
    expect(status).toBe(200);
    const { expiresAt } = body as { expiresAt: string };
    expect(body).toEqual({ id, workerId: "ctrl-1", token: expect.stringMatching(/^sst_/), expiresAt });
    expect(Math.abs(Date.parse(expiresAt) - ground.clock.now() - weekMs)).toBeLessThan(60_000);
  });

  it.each([
    ["P-TOKEN-02: no id", { workerId: "ctrl-1" }, "id"],
    ["P-TOKEN-03: no workerId", { id: nobody }, "workerId"],
  ])("refuse %s", async (_name, body, field) => {
    const answer = await ground.fixture.send("POST", "/tokens", body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(`: ${field}: `) } });
  });

  it("P-TOKEN-04, P-TOKEN-06: are not minted without that claim of the key's own team", async () => {
    const { id } = await ground.claimed("ctrl-1");
    const before = await ground.tokens();
    const unclaimed = await ground.waiting();
    const stranger = await ground.fixture.strangerKey();
    const answers = [
      await ground.fixture.token(id, "ctrl-2"),
      await ground.fixture.token(unclaimed, "ctrl-1"),
      await ground.fixture.token(nobody, "ctrl-1"),
      await ground.fixture.token(id, "ctrl-1", stranger),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: "claim_not_found" } });
    expect(await ground.tokens()).toBe(before);
  });

  it("P-TOKEN-05: are not minted with a key that is not agent-scoped", async () => {
    const { id } = await ground.claimed("ctrl-1");
    const { key } = await ground.fixture.serviceKey({ agentScoped: false });
    expect(await ground.fixture.token(id, "ctrl-1", key)).toMatchObject({
      status: 403,
      body: { code: "role_forbidden" },
    });
  });

  it("P-TOKEN-07, P-TOKEN-08: are minted with a repo-scoped key for agents of its repositories alone", async () => {
    const { key } = await ground.fixture.serviceKey({ repositoryIds: [ground.repositoryIds.widgets ?? ""] });
    const inside = await ground.waiting("widgets");
    const outside = await ground.waiting("gears");
    for (const id of [inside, outside]) await ground.fixture.claim(id, "ctrl-1");
    expect((await ground.fixture.token(inside, "ctrl-1", key)).status).toBe(200);
    expect((await ground.fixture.token(outside, "ctrl-1", key)).status).toBe(403);
  });

  it("P-TOKEN-10: end after seven days", async () => {
    const { id, token } = await ground.claimed("ctrl-week", { sessionToken: true });
    const worker = await ground.fixture.worker({ workerId: "ctrl-week" }, token);
    const run = await worker.take();
    if (run) await worker.finish(run);
    ground.clock.advance(weekMs - 10_000);
    expect(await ground.statusWith(token)).toBe(live);
    ground.clock.advance(10_001);
    expect(await ground.statusWith(token)).toBe(dead);
    await expect(ground.fixture.worker({ workerId: "ctrl-week" }, token)).rejects.toThrow("opens nothing");
    expect((await ground.fixture.release(id)).status).toBe(200);
  });

  it("P-TOKEN-11, P-PROC-13: start a worker without the key, for their claim and worker alone", async () => {
    const other = await ground.claimed("ctrl-a");
    const { id, token } = await ground.claimed("ctrl-a", { sessionToken: true });
    await expect(ground.fixture.worker({ workerId: "ctrl-b" }, token)).rejects.toMatchObject({ status: 403 });
    await expect(ground.fixture.worker({ workerId: "ctrl-a", pool: "elsewhere" }, token)).rejects.toMatchObject({
      status: 400,
    });
    const worker = await ground.fixture.worker({ workerId: "ctrl-a", pool: undefined }, token);
    await ground.waiting();
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    expect(await worker.take()).toBeUndefined();
    await worker.disconnect();
    const withKey = await ground.fixture.worker({ workerId: "ctrl-a" });
    expect(await withKey.take()).toMatchObject({ agentId: other.id });
    await withKey.disconnect();
  });

  it.each([
    ["GET", "/v0/private-workers"],
    ["GET", "/v0/private-workers/pending-requests"],
    ["POST", "/v0/private-workers/claim"],
    ["POST", "/v0/private-workers/tokens"],
    ["POST", `/v0/private-workers/claims/${nobody}/release`],
    ["POST", "/v1/agents"],
    ["GET", "/v1/agents"],
    ["GET", "/v1/me"],
    ["POST", "/v1/sub-tokens"],
    ["GET", "/v1/repohost/repos/acme/widgets"],
    ["GET", "/admin/v1/teams/1/account"],
  ])("open nothing else: %s %s", async (method, path) => {
    const { token } = await ground.claimed("ctrl-1", { sessionToken: true });
    expect(
      (await ground.test.send(method, path, { key: token, ...(method === "POST" ? { body: {} } : {}) })).status,
    ).toBe(403);
    const git = await ground.test.send("GET", "/acme/widgets.git/info/refs?service=git-upload-pack", { key: token });
    expect([401, 403, 404]).toContain(git.status);
  });

  it("P-TOKEN-12: end when their claim is released, and do not serve the next one", async () => {
    const { id, token } = await ground.claimed("ctrl-1", { sessionToken: true });
    const { token: second } = (await ground.fixture.token(id, "ctrl-1")).body as { token: string };
    expect(await ground.statusWith(second)).toBe(live);
    await ground.fixture.release(id);
    await ground.fixture.claim(id, "ctrl-1");
    for (const each of [token, second]) expect(await ground.statusWith(each)).toBe(dead);
  });

  it("P-TOKEN-13, P-TOKEN-14: end when their key is deleted or expires", async () => {
    const { key, id } = await ground.fixture.serviceKey({});
    const { token } = await ground.claimed("ctrl-1", { sessionToken: true }, key);
    expect(await ground.statusWith(token)).toBe(live);
    await ground.test.service.db.update(apiKeys).set({ deletedAt: ground.clock.now() }).where(eq(apiKeys.id, id));
    expect(await ground.statusWith(token)).toBe(dead);
    const short = await ground.fixture.serviceKey({ expiresAt: ground.clock.now() + 60_000 });
    const brief = await ground.claimed("ctrl-1", { sessionToken: true }, short.key);
    expect(await ground.statusWith(brief.token)).toBe(live);
    ground.clock.advance(60_001);
    expect(await ground.statusWith(brief.token)).toBe(dead);
  });
});
