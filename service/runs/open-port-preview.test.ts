import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPortPreview } from "@/lib/contract/agents/open-port-preview";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { grants } from "../core/store/tables/grants";
import { apiKeys, users } from "../core/store/tables/users";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../hosting/testing/hosting-fixture";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";

type Permission = typeof grants.$inferSelect.permission;
type Member = Awaited<ReturnType<typeof addMember>>;

const clock = new FakeClock({ running: true });
let hosted: HostedRepository;
let fixture: PoolFixture;
let mia: Member;
let lee: Member;

beforeAll(async () => {
  hosted = await startHostedRepository({}, clock);
  fixture = poolFixture(hosted.test);
  await fixture.register({ poolName: "gpu" });
  await hosted.commit({ "README.md": "Hello\n" });
  await hosted.push("main");
  mia = await addMember("mia@example.test");
  lee = await addMember("lee@example.test");
  const members = { principalKind: "teamGroup", principalId: "members", permission: "none" } as const;
  await hosted.test.service.db
    .insert(grants)
    .values({ namespaceId: hosted.repo.owner.id, ...members, createdAt: clock.now() });
});
afterAll(() => hosted.close());
beforeEach(async () => {
  for (const member of [mia, lee]) await grant(member, "write");
});

async function addMember(email: string, isTeamAdmin = false) {
  const { service } = hosted.test;
  const user = await addUser(service, { email, teamId: 1, isTeamAdmin });
  const [row] = await service.db.select().from(users).where(eq(users.id, user.userId));
  return { ...user, actorId: row?.actorId ?? "" };
}

/** Sets a member's permission on the repository. */
async function grant({ actorId }: Member, permission: Permission | undefined): Promise<void> {
  const { db } = hosted.test.service;
  await db.delete(grants).where(eq(grants.principalId, actorId));
  if (permission === undefined) return;
  const place = { namespaceId: hosted.repo.owner.id, repositoryId: hosted.repo.id, createdAt: clock.now() };
  await db.insert(grants).values({ ...place, principalKind: "user", principalId: actorId, permission });
}

/** Launches a member's agent in a pool, with a port that has previews. */
async function launch(owner = mia) {
  const { settings, previews } = hosted.test.service;
  const launched = await fixture.launch({ repos: [{ url: `${settings.gitUrl}/acme/widgets` }] }, owner.key);
  const connect = () => Promise.reject(new Error("nothing is listening"));
  previews.register(launched.runId, { ports: [3000], connect });
  return { ...launched, port: "3000" };
}

/** Opens a preview of a member's agent. Returns a check of whether its user still has access. */
async function open({ owner = mia, by = owner }: { owner?: Member; by?: Member } = {}) {
  const { url } = await hosted.test.call(openPortPreview, { params: await launch(owner), key: by.key });
  const [label = ""] = new URL(url).hostname.split(".");
  return () => {
    // The result of a check is used for a second.
    clock.advance(1_000);
    return hosted.test.service.previews.find(label)?.isAuthorized();
  };
}

describe("opening a port preview", () => {
  it("requires write access to the agent's repositories, and the agent's user or a team admin", async () => {
    const { id, runId, port } = await launch();
    const send = ({ key }: Member) =>
      hosted.test.send("POST", `/v1/agents/${id}/runs/${runId}/ports/${port}/preview`, { key });
    expect((await send(mia)).status).toBe(200);
    expect(await send(lee)).toMatchObject({ status: 403, body: { error: { code: "role_forbidden" } } });
    await grant(mia, "read");
    expect(await send(mia)).toMatchObject({ status: 400, body: { error: { code: "repository_access" } } });
    await grant(mia, undefined);
    expect(await send(mia)).toMatchObject({ status: 404, body: { error: { code: "agent_not_found" } } });
  });
});

describe("an open port preview", () => {
  it.each<Permission>(["write", "admin"])("remains available with %s permission on the repository", async (held) => {
    const isAuthorized = await open();
    await grant(mia, held);
    expect(await isAuthorized()).toBe(true);
  });

  it.each<Permission | undefined>(["read", "none", undefined])(
    "ends when its user's permission on the repository becomes %s",
    async (held) => {
      const isAuthorized = await open();
      expect(await isAuthorized()).toBe(true);
      await grant(mia, held);
      expect(await isAuthorized()).toBe(false);
    },
  );

  it("ends when the key that opened it is deleted", async () => {
    const tom = await addMember("tom@example.test");
    await grant(tom, "write");
    const [ofTom, ofMia] = [await open({ owner: tom }), await open()];
    expect(await ofTom()).toBe(true);
    const { db } = hosted.test.service;
    await db.update(apiKeys).set({ deletedAt: clock.now() }).where(eq(apiKeys.userId, tom.userId));
    expect([await ofTom(), await ofMia()]).toEqual([false, true]);
  });

  it("ends for a team admin who becomes a member, unless it is their own agent's", async () => {
    const ann = await addMember("ann@example.test", true);
    await grant(ann, "write");
    const [ofMia, own] = [await open({ by: ann }), await open({ owner: ann })];
    expect([await ofMia(), await own()]).toEqual([true, true]);
    await hosted.test.service.db.update(users).set({ isTeamAdmin: false }).where(eq(users.id, ann.userId));
    expect([await ofMia(), await own()]).toEqual([false, true]);
  });
});
