import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { noObject, readReference } from "@/git/refs/references";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import { dropConnection } from "../../testing/drop-connection";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { updateRefs } from "./update-refs";

let hosted: HostedRepository;
let first: string;
let second: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
  first = await hosted.commit({ "a.txt": "1\n" });
  second = await hosted.commit({ "a.txt": "2\n" });
  await hosted.push("main", `${first}:refs/heads/cut`, `${second}:refs/heads/moved-on`, `${first}:refs/heads/kept`);
});
afterAll(() => hosted.close());

const at = (branch: string) => readReference(hosted.dir, `refs/heads/${branch}`);

it("finishes updates at startup that a crash interrupted after the database commit", async () => {
  const { db } = hosted.test.service;
  const cut = (branch: string, before: string, after: string) => ({
    repositoryId: hosted.repo.id,
    ref: `refs/heads/${branch}`,
    before,
    after,
    settled: false,
    createdAt: 0,
  });
  await db
    .insert(refUpdates)
    .values([
      cut("cut", first, second),
      cut("created", noObject, first),
      cut("kept", first, noObject),
      cut("moved-on", first, noObject),
      cut("broken", noObject, "f".repeat(40)),
    ]);
  await hosted.test.restart();
  expect(await Promise.all(["cut", "created", "kept", "moved-on", "broken"].map(at))).toEqual([
    second,
    first,
    undefined,
    second,
    undefined,
  ]);
  expect(await hosted.test.service.db.select().from(refUpdates).where(eq(refUpdates.settled, false))).toEqual([]);
});

it("moves nothing if the database transaction fails, and unlocks the ref", async () => {
  const { service } = hosted.test;
  const target = { repositoryId: hosted.repo.id, actor: "service" as const };
  const updates = [{ ref: "refs/heads/main", before: second, after: first }];
  const within = () => Promise.reject(new Error("no"));
  await expect(updateRefs(service, { ...target, updates, within })).rejects.toThrow("no");
  expect(await at("main")).toBe(second);
  await updateRefs(service, { ...target, updates });
  expect(await at("main")).toBe(first);
});

it("updates all refs or none, and records nothing for an empty update", async () => {
  const { service } = hosted.test;
  const before = await service.db.select().from(refUpdates);
  const updates = [
    { ref: "refs/heads/main", before: first, after: second },
    { ref: "refs/heads/cut", before: first, after: first },
  ];
  await expect(updateRefs(service, { repositoryId: hosted.repo.id, actor: "service", updates })).rejects.toMatchObject({
    problem: "moved",
    ref: "refs/heads/cut",
  });
  expect(await at("main")).toBe(first);
  expect(await service.db.select().from(refUpdates)).toEqual(before);
});

it("records pushes too", async () => {
  const url = `${hosted.test.url.replace("://", `://x-access-token:${hosted.test.keys.user}@`)}/acme/widgets.git`;
  await hosted.git("push", "--quiet", url, `${second}:refs/heads/pushed`);
  const rows = await hosted.test.service.db.select().from(refUpdates).where(eq(refUpdates.ref, "refs/heads/pushed"));
  expect(rows).toMatchObject([{ before: noObject, after: second, userId: 1, settled: true }]);
  const [row] = await hosted.test.service.db.select().from(repositories).where(eq(repositories.id, hosted.repo.id));
  expect(row?.pushedAt).toBe(rows[0]?.createdAt);
});

it("keeps a pull request at its newest commit after an older interrupted update", async () => {
  const { test, repo, params } = hosted;
  const third = await hosted.commit({ "a.txt": "3\n" });
  await hosted.push(`${first}:refs/heads/base`, `${second}:refs/heads/head`, `${third}:refs/heads/other`);
  const body = { title: "Change", head: "head", base: "base" };
  const { number: pullNumber } = await test.call(createPullRequest, { params, body });
  const cut = { repositoryId: repo.id, ref: "refs/heads/head", before: first, after: third, settled: false };
  await test.service.db.insert(refUpdates).values({ ...cut, createdAt: 0 });
  await test.restart();
  const pull = await test.call(getPullRequest, { params: { ...params, pullNumber } });
  expect(pull).toMatchObject({ head: { sha: second }, version: { number: "1" } });
});

it("succeeds even if the connection is lost while marking the update as settled", async () => {
  const { service } = hosted.test;
  const drop = dropConnection(service.database.pool, /update "ref_updates" set "settled"/);
  const updates = [{ ref: "refs/heads/noted", before: noObject, after: first }];
  await updateRefs(service, { repositoryId: hosted.repo.id, actor: "service", updates });
  expect(drop.happened).toBe(true);
  expect(await at("noted")).toBe(first);
  const rows = await service.db.select().from(refUpdates).where(eq(refUpdates.ref, "refs/heads/noted"));
  expect(rows).toMatchObject([{ settled: true, followed: true }]);
});

it.each(["before it is recorded", "after the commit"] as const)(
  "records a push once, even if the database disconnects %s",
  async (moment) => {
    const { service } = hosted.test;
    const branch = moment.replaceAll(" ", "-");
    const drop = dropConnection(
      service.database.pool,
      /insert into "ref_updates"/,
      moment.startsWith("once") ? "committed" : "before",
    );
    const url = `${hosted.test.url.replace("://", `://x-access-token:${hosted.test.keys.user}@`)}/acme/widgets.git`;
    await hosted.git("push", "--quiet", url, `${second}:refs/heads/${branch}`);
    expect(drop.happened).toBe(true);
    const rows = await service.db
      .select()
      .from(refUpdates)
      .where(eq(refUpdates.ref, `refs/heads/${branch}`));
    expect(rows).toMatchObject([{ before: noObject, after: second, userId: 1, settled: true, followed: true }]);
  },
);
