import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiKeys } from "../core/store/tables/users";
import { type ClaimFixture, openClaimFixture, unknownAgentId, weekMs } from "./testing/claim-fixture";

let claims: ClaimFixture;
beforeAll(async () => {
  claims = await openClaimFixture();
});
afterAll(() => claims.test.close());

/** 403: valid but not accepted here. 401: revoked. */
const live = 403;
const dead = 401;

describe("session tokens", () => {
  it("P-TOKEN-01, P-TOKEN-09: are minted for a claim and valid for seven days", async () => {
    const { id } = await claims.claimed("ctrl-1");
    const { status, body } = await claims.fixture.token(id, "ctrl-1");
    expect(status).toBe(200);
    const { expiresAt } = body as { expiresAt: string };
    expect(body).toEqual({ id, workerId: "ctrl-1", token: expect.stringMatching(/^sst_/), expiresAt });
    expect(Math.abs(Date.parse(expiresAt) - claims.clock.now() - weekMs)).toBeLessThan(60_000);
  });

  it.each([
    ["P-TOKEN-02: no id", { workerId: "ctrl-1" }, "id"],
    ["P-TOKEN-03: no workerId", { id: unknownAgentId }, "workerId"],
  ])("require: %s", async (_name, body, field) => {
    const response = await claims.fixture.send("POST", "/tokens", body);
    expect(response).toMatchObject({ status: 400, body: { error: expect.stringMatching(`: ${field}: `) } });
  });

  it("P-TOKEN-04, P-TOKEN-06: require a live claim of the key's team", async () => {
    const { id } = await claims.claimed("ctrl-1");
    const before = await claims.tokens();
    const unclaimed = await claims.waiting();
    const stranger = await claims.fixture.otherTeamKey();
    const responses = [
      await claims.fixture.token(id, "ctrl-2"),
      await claims.fixture.token(unclaimed, "ctrl-1"),
      await claims.fixture.token(unknownAgentId, "ctrl-1"),
      await claims.fixture.token(id, "ctrl-1", stranger),
    ];
    for (const response of responses)
      expect(response).toMatchObject({ status: 404, body: { code: "claim_not_found" } });
    expect(await claims.tokens()).toBe(before);
  });

  it("P-TOKEN-05: require an agent-scoped key", async () => {
    const { id } = await claims.claimed("ctrl-1");
    const { key } = await claims.fixture.serviceKey({ agentScoped: false });
    expect(await claims.fixture.token(id, "ctrl-1", key)).toMatchObject({
      status: 403,
      body: { code: "role_forbidden" },
    });
  });

  it("P-TOKEN-07, P-TOKEN-08: with a repo-scoped key, are only minted for agents of its repositories", async () => {
    const { key } = await claims.fixture.serviceKey({ repositoryIds: [claims.repositoryIds.widgets ?? ""] });
    const inside = await claims.waiting("widgets");
    const outside = await claims.waiting("gears");
    for (const id of [inside, outside]) await claims.fixture.claim(id, "ctrl-1");
    expect((await claims.fixture.token(inside, "ctrl-1", key)).status).toBe(200);
    expect((await claims.fixture.token(outside, "ctrl-1", key)).status).toBe(403);
  });

  it("P-TOKEN-10: expire after seven days", async () => {
    const { id, token } = await claims.claimed("ctrl-week", { sessionToken: true });
    const worker = await claims.fixture.worker({ workerId: "ctrl-week" }, token);
    const run = await worker.take();
    if (run) await worker.finish(run);
    claims.clock.advance(weekMs - 10_000);
    expect(await claims.statusWith(token)).toBe(live);
    claims.clock.advance(10_001);
    expect(await claims.statusWith(token)).toBe(dead);
    await expect(claims.fixture.worker({ workerId: "ctrl-week" }, token)).rejects.toThrow("invalid key");
    expect((await claims.fixture.release(id)).status).toBe(200);
  });

  it("P-TOKEN-11, P-PROC-13: start a worker without the key, only for their claim and worker", async () => {
    await claims.claimed("ctrl-a");
    const { id, token } = await claims.claimed("ctrl-a", { sessionToken: true });
    await expect(claims.fixture.worker({ workerId: "ctrl-b" }, token)).rejects.toMatchObject({ status: 403 });
    await expect(claims.fixture.worker({ workerId: "ctrl-a", pool: "elsewhere" }, token)).rejects.toMatchObject({
      status: 400,
    });
    const worker = await claims.fixture.worker({ workerId: "ctrl-a", pool: undefined }, token);
    await claims.waiting();
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    expect(await worker.take()).toBeUndefined();
    await worker.disconnect();
    const withKey = await claims.fixture.worker({ workerId: "ctrl-a" });
    expect(await withKey.take()).toBeDefined();
    await withKey.disconnect();
  });

  it.each([
    ["GET", "/v0/private-workers"],
    ["GET", "/v0/private-workers/pending-requests"],
    ["POST", "/v0/private-workers/claim"],
    ["POST", "/v0/private-workers/tokens"],
    ["POST", `/v0/private-workers/claims/${unknownAgentId}/release`],
    ["POST", "/v1/agents"],
    ["GET", "/v1/agents"],
    ["GET", "/v1/me"],
    ["POST", "/v1/sub-tokens"],
    ["GET", "/v1/repohost/repos/acme/widgets"],
    ["GET", "/admin/v1/teams/1/account"],
  ])("grant no other access: %s %s", async (method, path) => {
    const { token } = await claims.claimed("ctrl-1", { sessionToken: true });
    expect(
      (await claims.test.send(method, path, { key: token, ...(method === "POST" ? { body: {} } : {}) })).status,
    ).toBe(403);
    const git = await claims.test.send("GET", "/acme/widgets.git/info/refs?service=git-upload-pack", { key: token });
    expect([401, 403, 404]).toContain(git.status);
  });

  it("P-TOKEN-12: are revoked when their claim is released, and aren't valid for the next one", async () => {
    const { id, token } = await claims.claimed("ctrl-1", { sessionToken: true });
    const { token: second } = (await claims.fixture.token(id, "ctrl-1")).body as { token: string };
    expect(await claims.statusWith(second)).toBe(live);
    await claims.fixture.release(id);
    await claims.fixture.claim(id, "ctrl-1");
    for (const each of [token, second]) expect(await claims.statusWith(each)).toBe(dead);
  });

  it("P-TOKEN-13, P-TOKEN-14: are revoked when their key is deleted or expires", async () => {
    const { key, id } = await claims.fixture.serviceKey({});
    const { token } = await claims.claimed("ctrl-1", { sessionToken: true }, key);
    expect(await claims.statusWith(token)).toBe(live);
    await claims.test.service.db.update(apiKeys).set({ deletedAt: claims.clock.now() }).where(eq(apiKeys.id, id));
    expect(await claims.statusWith(token)).toBe(dead);
    const short = await claims.fixture.serviceKey({ expiresAt: claims.clock.now() + 60_000 });
    const brief = await claims.claimed("ctrl-1", { sessionToken: true }, short.key);
    expect(await claims.statusWith(brief.token)).toBe(live);
    claims.clock.advance(60_001);
    expect(await claims.statusWith(brief.token)).toBe(dead);
  });
});
