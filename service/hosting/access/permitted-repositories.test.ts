import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { grants, groupMembers, groups } from "../../core/store/tables/grants";
import { namespaces, repositories } from "../../core/store/tables/repositories";
import { users } from "../../core/store/tables/users";
import { startTestService, type TestService } from "../../testing/test-service";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";
import { userPermissions } from "./held-permissions";
import { permittedRepositories } from "./permitted-repositories";

let test: TestService;
let teamUsers: (typeof users.$inferSelect)[];
let repos: (typeof repositories.$inferSelect)[];
let spaces: (typeof namespaces.$inferSelect)[];

beforeAll(async () => {
  test = await startTestService();
  const { db, clock } = test.service;
  await addNamespace(test.service, "one", { teamId: 1 });
  await addNamespace(test.service, "two", { teamId: 1 });
  for (const [ownerSlug, name] of ["one a", "one b", "two c"].map((each) => each.split(" "))) {
    await test.call(createRepo, { params: { ownerSlug: ownerSlug ?? "" }, body: { name: name ?? "" } });
  }
  const member = await addUser(test.service, { email: "member@example.test", teamId: 1 });
  await addUser(test.service, { email: "outsider@example.test" });
  await addNamespace(test.service, "personal", { userId: member.userId });
  await test.call(createRepo, { params: { ownerSlug: "personal" }, body: { name: "own" }, key: member.key });
  teamUsers = await db.select().from(users);
  spaces = await db.select().from(namespaces);
  repos = await db.select().from(repositories);
  await db.insert(groups).values({ id: "grp_1", teamId: 1, slug: "team", createdAt: clock.now() });
  await db.insert(groupMembers).values(teamUsers.map(({ id: userId }) => ({ groupId: "grp_1", userId })));
});
afterAll(() => test.close());

const permission = fc.constantFrom("none", "read", "contributor", "write", "admin");

it("finds exactly the repositories that each user has the permission on", { tags: ["long"] }, async () => {
  const { db, clock } = test.service;
  const principal = fc.constantFrom(
    ...teamUsers.map(({ actorId }) => ["user", actorId] as const),
    ["group", "grp_1"] as const,
    ["teamGroup", "members"] as const,
    ["teamGroup", "admins"] as const,
  );
  const target = fc.constantFrom(
    ...spaces.map(({ id }) => ({ namespaceId: id, repositoryId: null })),
    ...repos.map(({ id, namespaceId }) => ({ namespaceId, repositoryId: id })),
  );
  const grant = fc.record({ target, principal, permission });
  const distinct = fc.uniqueArray(grant, {
    maxLength: 8,
    selector: ({ target, principal }) => JSON.stringify([target, principal]),
  });
  await fc.assert(
    fc.asyncProperty(distinct, fc.subarray(teamUsers), async (rows, readOnly) => {
      await db.delete(grants);
      await db.update(users).set({ isReadOnly: false });
      for (const { id } of readOnly) await db.update(users).set({ isReadOnly: true }).where(eq(users.id, id));
      for (const {
        target,
        principal: [principalKind, principalId],
        permission: given,
      } of rows) {
        await db
          .insert(grants)
          .values({ ...target, principalKind, principalId, permission: given, createdAt: clock.now() });
      }
      for (const { id } of teamUsers) {
        const held = await Promise.all(
          repos.map(async (repo) => {
            const namespace = spaces.find((space) => space.id === repo.namespaceId);
            if (!namespace) throw new Error("namespace not found");
            return [repo.id, (await userPermissions(db, id, namespace, repo.id)).repository] as const;
          }),
        );
        for (const [needed, enough] of [
          ["read", ["read", "contributor", "write", "admin"]],
          ["write", ["write", "admin"]],
        ] as const) {
          const { rows: found } = await db.execute(
            sql`select id from ${permittedRepositories(id, needed)} permitted (id) order by id`,
          );
          const expected = held.filter(([, each]) => enough.some((one) => one === each)).map(([repo]) => repo);
          expect(found.map((row) => row.id)).toEqual(expected.sort());
        }
      }
    }),
    { numRuns: 60 },
  );
});

it("gives read-only users at most read, also on their own repositories", async () => {
  const { db, clock } = test.service;
  await db.delete(grants);
  const [member] = teamUsers.filter(({ email }) => email === "member@example.test");
  const [shared, personal] = ["one", "personal"].map((slug) => spaces.find((space) => space.slug === slug));
  if (!member || !shared || !personal) throw new Error("not found");
  const grant = { namespaceId: shared.id, repositoryId: null, principalKind: "user", createdAt: clock.now() } as const;
  await db.insert(grants).values({ ...grant, principalId: member.actorId, permission: "admin" });
  const held = () => Promise.all([shared, personal].map((space) => userPermissions(db, member.id, space)));
  await db.update(users).set({ isReadOnly: false });
  const both = (permission: string) => ({ repository: permission, namespace: permission });
  expect(await held()).toEqual([both("admin"), both("admin")]);
  await db.update(users).set({ isReadOnly: true }).where(eq(users.id, member.id));
  expect(await held()).toEqual([both("read"), both("read")]);
  const { rows } = await db.execute(sql`select id from ${permittedRepositories(member.id, "write")} permitted (id)`);
  expect(rows).toEqual([]);
});
