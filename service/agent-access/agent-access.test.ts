import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { agents } from "../core/store/tables/agents";
import { grants } from "../core/store/tables/grants";
import { users } from "../core/store/tables/users";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../hosting/testing/hosting-fixture";

type Permission = typeof grants.$inferSelect.permission;

let hosted: HostedRepository;
let ada: { key: string; actorId: string };
let bo: { key: string; actorId: string };
let shared = "";
const prompt = { text: "hello" };

async function member(email: string) {
  const { service } = hosted.test;
  const { key, userId } = await addUser(service, { email, teamId: 1 });
  const [row] = await service.db.select().from(users).where(eq(users.id, userId));
  return { key, actorId: row?.actorId ?? "" };
}

async function grant(
  { actorId }: { actorId: string },
  permission: Permission | undefined,
  repositoryId = hosted.repo.id,
) {
  const { db, clock } = hosted.test.service;
  await db.delete(grants).where(and(eq(grants.repositoryId, repositoryId), eq(grants.principalId, actorId)));
  if (permission === undefined) return;
  const row = { namespaceId: hosted.repo.owner.id, repositoryId, principalId: actorId, permission };
  await db.insert(grants).values({ ...row, principalKind: "user", createdAt: clock.now() });
}

async function launch(key: string, withRepository = true): Promise<{ id: string; runId: string }> {
  const repos = withRepository ? [{ url: `${hosted.test.url}/acme/widgets` }] : [];
  const { agent, run } = await hosted.test.call(createAgent, { body: { prompt, repos }, key });
  await hosted.test.stream(agent.id, run.id);
  return { id: agent.id, runId: run.id };
}

const send = (method: string, path: string, key: string, body?: unknown) =>
  hosted.test.send(method, path, { key, ...(body === undefined ? {} : { body }) });
const statusOf = async (...call: Parameters<typeof send>) => (await send(...call)).status;

beforeAll(async () => {
  hosted = await startHostedRepository();
  const { service } = hosted.test;
  ada = await member("ada@example.test");
  bo = await member("bo@example.test");
  const members = { principalKind: "teamGroup", principalId: "members", permission: "none" } as const;
  await service.db
    .insert(grants)
    .values({ namespaceId: hosted.repo.owner.id, ...members, createdAt: service.clock.now() });
  shared = (await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "shared" } })).id;
  await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
});
afterAll(() => hosted.close());
beforeEach(async () => {
  await grant(ada, "write");
  await grant(bo, undefined);
  await grant(bo, undefined, shared);
});

const reads = ({ id, runId }: { id: string; runId: string }) => [
  `/v1/agents/${id}`,
  `/v1/agents/${id}/runs`,
  `/v1/agents/${id}/runs/${runId}`,
  `/v1/agents/${id}/runs/${runId}/stream`,
  `/v1/agents/${id}/artifacts`,
  `/v1/agents/${id}/usage`,
];

describe("an agent of another member", () => {
  it("can be read, but not changed, by those who can read its repositories", async () => {
    const agent = await launch(ada.key);
    for (const path of reads(agent)) expect([path, await statusOf("GET", path, bo.key)]).toEqual([path, 404]);
    await grant(bo, "read");
    for (const path of reads(agent)) expect([path, await statusOf("GET", path, bo.key)]).toEqual([path, 200]);
    const { id, runId } = agent;
    const changes = [
      ["POST", `/v1/agents/${id}/archive`],
      ["POST", `/v1/agents/${id}/unarchive`],
      ["POST", `/v1/agents/${id}/runs/${runId}/cancel`],
      ["POST", `/v1/agents/${id}/runs`, { prompt }],
      ["DELETE", `/v1/agents/${id}`],
    ] as const;
    for (const [method, path, body] of changes) {
      const { status, body: error } = await send(method, path, bo.key, body);
      expect([path, status, error]).toMatchObject([path, 403, { error: { code: "role_forbidden" } }]);
    }
    expect((await hosted.test.call(getAgent, { params: { id }, key: ada.key })).status).toBe("IDLE");
  });

  it("can be stopped, but not prompted or deleted, by those who can write to its repositories", async () => {
    const { id } = await launch(ada.key);
    await grant(bo, "write");
    expect(await statusOf("POST", `/v1/agents/${id}/archive`, bo.key)).toBe(200);
    expect(await statusOf("POST", `/v1/agents/${id}/unarchive`, bo.key)).toBe(200);
    expect(await statusOf("POST", `/v1/agents/${id}/runs`, bo.key, { prompt })).toBe(403);
    expect(await statusOf("DELETE", `/v1/agents/${id}`, bo.key)).toBe(403);
  });

  it("without repositories can be read by the team, and changed by its user", async () => {
    const { id } = await launch(ada.key, false);
    expect(await statusOf("GET", `/v1/agents/${id}`, bo.key)).toBe(200);
    expect(await statusOf("POST", `/v1/agents/${id}/archive`, bo.key)).toBe(403);
    expect(await statusOf("POST", `/v1/agents/${id}/archive`, ada.key)).toBe(200);
  });

  it("isn't in the caller's list, and can be read and changed by team admins", async () => {
    const { id } = await launch(ada.key);
    await grant(bo, "write");
    const listed = async (key: string) =>
      (await hosted.test.call(listAgents, { key, query: { limit: "100" } })).items.map((each) => each.id);
    expect(await listed(bo.key)).not.toContain(id);
    expect(await listed(ada.key)).toContain(id);
    expect(await statusOf("GET", `/v1/agents/${id}`, hosted.test.keys.user)).toBe(200);
    expect(await statusOf("POST", `/v1/agents/${id}/archive`, hosted.test.keys.user)).toBe(200);
    expect(await statusOf("DELETE", `/v1/agents/${id}`, hosted.test.keys.user)).toBe(200);
  });
});

it("an agent of a service account is hidden from members who can't read its repositories", async () => {
  const { id } = await launch(hosted.test.keys.serviceAccount);
  expect(await statusOf("GET", `/v1/agents/${id}`, bo.key)).toBe(404);
  expect(await statusOf("POST", `/v1/agents/${id}/archive`, bo.key)).toBe(404);
  await grant(bo, "read");
  expect(await statusOf("GET", `/v1/agents/${id}`, bo.key)).toBe(200);
  expect(await statusOf("POST", `/v1/agents/${id}/archive`, bo.key)).toBe(403);
  await grant(bo, "write");
  expect(await statusOf("POST", `/v1/agents/${id}/archive`, bo.key)).toBe(200);
});

describe("a user's own agent", () => {
  it("is hidden while they can't read one of its repositories", async () => {
    const { id } = await launch(ada.key);
    await grant(ada, undefined);
    expect(await statusOf("GET", `/v1/agents/${id}`, ada.key)).toBe(404);
    await grant(ada, "read");
    expect(await statusOf("GET", `/v1/agents/${id}`, ada.key)).toBe(200);
  });

  it("is still theirs, and only theirs, when its repository is deleted", async () => {
    const { id } = await launch(ada.key);
    const { db } = hosted.test.service;
    await grant(bo, "write");
    await db
      .update(agents)
      .set({ usedRepositoryIds: ["repo_deleted"] })
      .where(eq(agents.id, id));
    expect(await statusOf("GET", `/v1/agents/${id}`, ada.key)).toBe(200);
    expect(await statusOf("GET", `/v1/agents/${id}`, bo.key)).toBe(404);
  });
});

it("dependencies that a run can read hide its agent like its repositories", async () => {
  const repositoryDependencies = [`${new URL(hosted.test.url).host}/acme/shared`];
  await hosted.commit({ ".svc/environment.json": JSON.stringify({ repositoryDependencies }) });
  await hosted.push("main");
  await grant(ada, "read", shared);
  await grant(bo, "write");
  const { id } = await launch(ada.key);
  expect(await statusOf("GET", `/v1/agents/${id}`, bo.key)).toBe(404);
  await grant(bo, "read", shared);
  expect((await send("GET", `/v1/agents/${id}`, bo.key)).body).toMatchObject({
    repositoryIds: expect.arrayContaining([hosted.repo.id, shared]),
  });
});
