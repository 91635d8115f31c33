import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { putGroup } from "@/lib/contract/admin/grants/put-group";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { users } from "../../core/store/tables/users";
import { addNamespace, addReader, addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;

beforeAll(async () => {
  hosted = await startHostedRepository();
  const { service, keys } = hosted.test;
  const user = async (email: string, changes: Partial<typeof users.$inferInsert>) => {
    const { userId } = await addUser(service, { email, teamId: 1 });
    await service.db.update(users).set(changes).where(eq(users.id, userId));
  };
  await user("rita@example.test", { firstName: "Rita", lastName: "Levi" });
  await user("leo@example.test", { handle: "leonardo" });
  await user("gone@example.test", { isActive: false });
  await hosted.test.call(putGroup, {
    params: { teamId: "1", slug: "readers" },
    body: { members: ["rita@example.test"] },
    key: keys.admin,
  });
});
afterAll(() => hosted.close());

const find = (query: string, key = hosted.test.keys.user) =>
  hosted.test.send("GET", `${hosted.path}/eligible-reviewers${query}`, { key });
async function found(query: string) {
  const { users: listedUsers, groups } = Object((await find(query)).body);
  return [
    ...listedUsers.map(({ email }: { email: string }) => email),
    ...groups.map(({ slug }: { slug: string }) => slug),
  ];
}

it("lists active members of the owning team and its groups", async () => {
  const all = await found("");
  expect(all).toEqual(expect.arrayContaining(["leo@example.test", "rita@example.test", "readers"]));
  expect(all).not.toContain("gone@example.test");
  expect(all).not.toContain("stranger@example.test");
});

it.each([
  ["?q=LEVI", ["rita@example.test"]],
  ["?q=rita%20le", ["rita@example.test"]],
  ["?q=leonardo", ["leo@example.test"]],
  ["?q=ead", ["readers"]],
  ["?q=%25", []],
])("finds part of a name, email address, handle or slug: %s", async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

it("returns handles, which mentions use", async () => {
  expect((await find("?q=leonardo")).body).toMatchObject({ users: [{ handle: "leonardo" }] });
});

it("rejects long texts, and callers who can't request reviews", async () => {
  expect(await find(`?q=${"x".repeat(201)}`)).toMatchObject({ status: 400, body: { code: 3 } });
  expect(await find("", hosted.stranger)).toMatchObject({ status: 404, body: { code: 5 } });
  const reader = await addReader(hosted.test.service, hosted.repo);
  expect(await find("", reader)).toMatchObject({ status: 403, body: { code: 7 } });
});

it("lists only the owner in a user's namespace", async () => {
  const { service } = hosted.test;
  const owner = await addUser(service, { email: "owner@example.test" });
  await addNamespace(service, "personal", { userId: owner.userId });
  const params = { ownerSlug: "personal" };
  await hosted.test.call(createRepo, { params, body: { name: "mine" }, key: owner.key });
  const path = "/v1/repohost/repos/personal/mine/eligible-reviewers";
  const { body } = await hosted.test.send("GET", path, { key: owner.key });
  expect(body).toEqual({ users: [expect.objectContaining({ email: "owner@example.test" })], groups: [] });
});

it("lists at most 20 users by email and 20 groups by slug", async () => {
  const names = Array.from({ length: 21 }, (_, index) => `many-${index + 10}`);
  for (const name of [...names].reverse()) {
    await addUser(hosted.test.service, { email: `${name}@example.test`, teamId: 1 });
    const params = { teamId: "1", slug: name };
    await hosted.test.call(putGroup, { params, body: { members: [] }, key: hosted.test.keys.admin });
  }
  const listed = names.slice(0, 20);
  expect(await found("?q=many-")).toEqual([...listed.map((name) => `${name}@example.test`), ...listed]);
});
