import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readReference } from "@/git/refs/references";
import { runGit } from "@/git/run-git";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { isTerminal } from "@/lib/contract/agents/run";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { agents } from "../core/store/tables/agents";
import { grants } from "../core/store/tables/grants";
import { users } from "../core/store/tables/users";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../hosting/testing/hosting-fixture";
import { resolveRepositories } from "./build-run-spec";
import { insertRun } from "./insert-run";

let hosted: HostedRepository;
let mia: { key: string; userId: number; actorId: string };
let shared = "";
const prompt = { text: "hello" };
const repos = () => [{ url: `${hosted.test.url}/acme/widgets` }];

type Permission = typeof grants.$inferSelect.permission;

/** Sets a member's permission on one repository; members have no permission on the others. */
async function grant(permission: Permission | undefined, repositoryId = hosted.repo.id): Promise<void> {
  const { db, clock } = hosted.test.service;
  await db.delete(grants).where(and(eq(grants.repositoryId, repositoryId), eq(grants.principalId, mia.actorId)));
  if (permission === undefined) return;
  const row = { namespaceId: hosted.repo.owner.id, repositoryId };
  const principal = { principalKind: "user" as const, principalId: mia.actorId };
  await db.insert(grants).values({ ...row, ...principal, permission, createdAt: clock.now() });
}

beforeAll(async () => {
  hosted = await startHostedRepository();
  const { test } = hosted;
  const { db, clock } = test.service;
  const user = await addUser(test.service, { email: "mia@example.test", teamId: 1 });
  const [row] = await db.select().from(users).where(eq(users.id, user.userId));
  mia = { ...user, actorId: row?.actorId ?? "" };
  const members = { principalKind: "teamGroup", principalId: "members", permission: "none" } as const;
  await db.insert(grants).values({ namespaceId: hosted.repo.owner.id, ...members, createdAt: clock.now() });
  shared = (await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "shared" } })).id;
  const repositoryDependencies = [`${new URL(test.url).host}/acme/shared`];
  await hosted.commit({ ".svc/environment.json": JSON.stringify({ repositoryDependencies }) });
  await hosted.push("main");
});
afterAll(() => hosted.close());
beforeEach(async () => {
  await grant("write");
  await grant(undefined, shared);
  await hosted.test.service.db.update(users).set({ isActive: true }).where(eq(users.id, mia.userId));
});

async function ended(id: string, runId: string, key: string) {
  const read = () => hosted.test.call(getRun, { params: { id, runId }, key });
  await expect.poll(async () => isTerminal((await read()).status), { timeout: 60_000 }).toBe(true);
  return read();
}

async function launch(key = mia.key): Promise<string> {
  const { agent, run } = await hosted.test.call(createAgent, { body: { prompt, repos: repos() }, key });
  await ended(agent.id, run.id, key);
  return agent.id;
}

const followUp = (id: string, key = mia.key) =>
  hosted.test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt }, key });
const runCount = async (id: string, key = mia.key) =>
  (await hosted.test.call(listRuns, { params: { id }, key })).items.length;

const expected = { status: 400, body: { error: { code: "repository_access", field: "repos.0.url" } } };

async function agentRow(id: string) {
  const [agent] = await hosted.test.service.db.select().from(agents).where(eq(agents.id, id));
  if (!agent) throw new Error("agent not found");
  return agent;
}

/** Runs a git command with a run's credential. Returns its exit code. */
async function gitWith(password: string, ...args: string[]): Promise<number> {
  const basic = Buffer.from(`x-access-token:${password}`).toString("base64");
  const { code } = await runGit(args, {
    cwd: hosted.work,
    allowProtocols: ["http"],
    okCodes: [0, 1, 128],
    config: { "http.extraHeader": `Authorization: Basic ${basic}` },
  });
  return code;
}

describe("a follow-up by a member", () => {
  it("fails if they lost access to the repository, and with it to the agent", async () => {
    const id = await launch();
    await grant(undefined);
    expect(await followUp(id)).toMatchObject({ status: 404, body: { error: { code: "agent_not_found" } } });
    await grant("write");
    expect((await followUp(id)).status).toBe(201);
  });

  it("fails like a launch if they can only read the repository", { tags: ["long"] }, async () => {
    const id = await launch();
    await grant("read");
    const response = await followUp(id);
    expect(response).toMatchObject(expected);
    const again = await hosted.test.send("POST", "/v1/agents", { body: { prompt, repos: repos() }, key: mia.key });
    expect(response).toMatchObject({ status: again.status, body: { error: (again.body as { error: object }).error } });
    expect(await runCount(id)).toBe(1);
    await grant("write");
    expect((await followUp(id)).status).toBe(201);
  });

  it("to an agent of a service account requires write access to its repositories and read access to their dependencies", {
    tags: ["long"],
  }, async () => {
    const { serviceAccount } = hosted.test.keys;
    const id = await launch(serviceAccount);
    await grant("write");
    expect(await followUp(id)).toMatchObject({ status: 404, body: { error: { code: "agent_not_found" } } });
    await grant("read", shared);
    await grant("read");
    expect(await followUp(id)).toMatchObject({ status: 403, body: { error: { code: "role_forbidden" } } });
    await grant("write");
    expect((await followUp(id)).status).toBe(201);
    expect(await runCount(id)).toBe(2);
  });
});

describe("a run whose owner lost access", () => {
  it("fails when it starts", { tags: ["long"] }, async () => {
    const { service } = hosted.test;
    const id = await launch();
    await grant("read");
    const run = { id: `run-${service.ids.uuid()}`, agentId: id, mode: "agent" as const };
    await insertRun(service.db, { ...run, promptText: "hello", promptImages: [] }, service.clock.now());
    service.dispatcher.start(run.id);
    const { status, error } = await ended(id, run.id, mia.key);
    expect([status, error?.code]).toEqual(["ERROR", "repository_access"]);
    expect(error?.message).toContain("can no longer write to");
  });

  it("can't fetch or push with the credential it already has", async () => {
    const { service, url } = hosted.test;
    const agent = await agentRow(await launch());
    await grant("read", shared);
    const { branches, dependencyIds } = await resolveRepositories(service, agent);
    const mine = { agentId: agent.id, runId: "run-1", teamId: agent.teamId, branches, dependencyIds };
    const { password } = service.runCredentials.mint(mine);
    const push = () => gitWith(password, "push", `${url}/acme/widgets.git`, `main:${agent.branchName}`);
    const read = (name: string) => gitWith(password, "ls-remote", `${url}/acme/${name}.git`);
    expect([await read("widgets"), await read("shared")]).toEqual([0, 0]);
    await grant("read");
    expect([await read("widgets"), await push()]).toEqual([0, 128]);
    await grant(undefined, shared);
    expect(await read("shared")).toBe(128);
    await grant("write");
    await service.db.update(users).set({ isActive: false }).where(eq(users.id, mia.userId));
    expect([await read("widgets"), await push()]).toEqual([128, 128]);
    expect(await readReference(hosted.dir, `refs/heads/${agent.branchName}`)).toBeUndefined();
    await service.db.update(users).set({ isActive: true }).where(eq(users.id, mia.userId));
    expect(await push()).toBe(0);
  });

  it("can push to its branch and to those stacked on it, but to no other", { tags: ["long"] }, async () => {
    const { service, url } = hosted.test;
    const agent = await agentRow(await launch());
    const { branches, dependencyIds } = await resolveRepositories(service, agent);
    const mine = { agentId: agent.id, runId: "run-1", teamId: agent.teamId, branches, dependencyIds };
    const { password } = service.runCredentials.mint(mine);
    const push = (branch: string) => gitWith(password, "push", `${url}/acme/widgets.git`, `main:${branch}`);
    const own = agent.branchName;
    expect([await push(own), await push(`${own}.part`)]).toEqual([0, 0]);
    for (const other of [`${own}-part`, `${own}.a.b`, `${own}part.x`, "part"]) expect(await push(other)).toBe(1);
    await service.db.update(agents).set({ workOnCurrentBranch: true }).where(eq(agents.id, agent.id));
    expect([await push(own), await push(`${own}.other`)]).toEqual([0, 1]);
  });

  it("reads only the dependencies its owner can read", async () => {
    const { service } = hosted.test;
    const agent = await agentRow(await launch());
    expect((await resolveRepositories(service, agent)).dependencyIds).toEqual(new Set());
    await grant("read", shared);
    expect((await resolveRepositories(service, agent)).dependencyIds).toEqual(new Set([shared]));
  });
});
