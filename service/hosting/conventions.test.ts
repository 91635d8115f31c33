import { afterAll, beforeAll, expect, it } from "vitest";
import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { serviceAccounts, users } from "../core/store/tables/users";
import { addNamespace, addUser } from "./repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "./testing/hosting-fixture";

let hosted: HostedRepository;

beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({ "empty.txt": "" });
  await hosted.push("main");
});
afterAll(() => hosted.close());

const get = async (path: string) => (await hosted.test.send("GET", path)).body as Record<string, unknown>;

/** Paths of all null values in a response. */
function nulls(value: unknown, at = ""): string[] {
  if (value === null) return [at];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => nulls(inner, `${at}.${name}`));
}

it("H-CONV-01 H-CONV-02 H-CONV-03 H-CONV-04: responses include fields with default values", async () => {
  expect(await get(hosted.path)).toMatchObject({ deleteBranchOnMerge: false });
  expect(await get(`${hosted.path}/git/trees/main`)).toMatchObject({ truncated: false, tree: [{ size: 0 }] });
  expect(await get(`${hosted.path}/compare/main...main`)).toMatchObject({ aheadBy: 0, behindBy: 0 });
  expect(await get(`${hosted.path}/contents?path=empty.txt`)).toMatchObject({ content: "", size: "0" });
  expect(await get(`${hosted.path}/commits`)).toMatchObject({ nextPageToken: "", commits: [{ parents: [] }] });
});

it("H-CONV-05: unset fields are absent, never null", async () => {
  const fresh = await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "fresh" } });
  expect(fresh).not.toHaveProperty("pushedAt");
  expect(fresh).not.toHaveProperty("mirror");
  for (const path of [
    "/v1/repohost/repos/acme",
    "/v1/repohost/namespaces",
    "/v1/repohost/repos/acme/fresh",
    `${hosted.path}/contents`,
    `${hosted.path}/commits/HEAD`,
    `${hosted.path}/commits/HEAD/files`,
    `${hosted.path}/git/trees/HEAD?recursive=1`,
  ]) {
    expect(nulls(await get(path)), path).toEqual([]);
  }
});

it("H-CONV-06 H-CONV-08: ids of users and service accounts have their prefixes", async () => {
  const { db } = hosted.test.service;
  const userRows = await db.select({ id: users.actorId }).from(users);
  const accounts = await db.select({ id: serviceAccounts.id }).from(serviceAccounts);
  expect([userRows.length > 0, accounts.length > 0]).toEqual([true, true]);
  for (const { id } of userRows) expect(id).toMatch(/^user_[a-z0-9]{26}$/);
  for (const { id } of accounts) expect(id).toMatch(/^sa_[a-z0-9]{26}$/);
});

it("H-REPO-06: an owner is of type team or user", async () => {
  const user = await addUser(hosted.test.service, { email: "owner@example.test" });
  await addNamespace(hosted.test.service, "personal", { userId: user.userId });
  const mine = await hosted.test.call(createRepo, {
    params: { ownerSlug: "personal" },
    body: { name: "mine" },
    key: user.key,
  });
  expect([mine.owner.type, hosted.repo.owner.type]).toEqual(["user", "team"]);
});

it("H-NS-08: List Namespaces returns at most 100", async () => {
  for (let index = 0; index < 102; index += 1) await addNamespace(hosted.test.service, `many-${index}`, { teamId: 1 });
  const page = await hosted.test.call(listNamespaces, { query: { pageSize: "1000" } });
  expect(page.namespaces).toHaveLength(100);
  expect(page.nextPageToken).not.toBe("");
});

it("H-REF-20: Delete Git Ref closes the pull requests of the branch", async () => {
  await hosted.git("checkout", "--quiet", "-b", "topic");
  await hosted.commit({ "topic.txt": "t\n" });
  await hosted.push("topic");
  const body = { title: "Topic", head: "topic", base: "main" };
  const { number } = await hosted.test.call(createPullRequest, { params: hosted.params, body });
  expect((await get(`${hosted.path}/pulls/${number}`)).state).toBe("open");
  expect((await hosted.test.send("DELETE", `${hosted.path}/git/refs/heads/topic`)).status).toBe(204);
  await expect.poll(async () => (await get(`${hosted.path}/pulls/${number}`)).state).toBe("closed");
});
