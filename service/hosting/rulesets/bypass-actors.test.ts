import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { deleteGroup } from "@/lib/contract/admin/grants/delete-group";
import { putGroup } from "@/lib/contract/admin/grants/put-group";
import { readErrorBody } from "@/lib/contract/errors";
import { upsertRepositoryGrant } from "@/lib/contract/hosting/grants/upsert-repository-grant";
import { getRuleset } from "@/lib/contract/hosting/rulesets/get-ruleset";
import { users } from "../../core/store/tables/users";
import { addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { addRuleset, deleteRulesets } from "./testing/ruleset-fixture";

let hosted: HostedRepository;
let commit: string;
const keys: Record<string, string> = {};

beforeAll(async () => {
  hosted = await startHostedRepository();
  commit = await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
  for (const name of ["ada", "ben"]) {
    keys[name] = (await addUser(hosted.test.service, { email: `${name}@example.test`, teamId: 1 })).key;
  }
});
afterAll(() => hosted.close());
afterEach(() => deleteRulesets(hosted));

type BypassActor = NonNullable<NonNullable<Parameters<typeof addRuleset>[3]>["bypassActors"]>[number];

/** Only the actor can create branches. */
const guard = (actor: Omit<BypassActor, "bypassMode">) =>
  addRuleset(
    hosted,
    "push_branch",
    { block_direct_updates: {} },
    { bypassActors: [{ ...actor, bypassMode: "always" }] },
  );

let count = 0;
/** The status of creating a branch, with the key of a user. */
async function branchBy(name: string) {
  count += 1;
  const body = { ref: `heads/branch-${count}`, sha: commit };
  return (await hosted.test.send("POST", `${hosted.path}/git/refs`, { key: keys[name], body })).status;
}

const group = (members: string[]) =>
  hosted.test.call(putGroup, {
    params: { teamId: "1", slug: "releasers" },
    body: { members: members.map((name) => `${name}@example.test`) },
    key: hosted.test.keys.admin,
  });

describe("a group on a bypass list", () => {
  it("lets its current members bypass the rules", async () => {
    const { id } = await group(["ada"]);
    const team = { organizationPublicId: "1", groupPublicId: id };
    const { bypassActors } = await guard({ team });
    expect(bypassActors).toEqual([{ id: expect.stringMatching(/^rsba_/), bypassMode: "always", team }]);
    expect([await branchBy("ada"), await branchBy("ben")]).toEqual([200, 400]);
    await group(["ben"]);
    expect([await branchBy("ada"), await branchBy("ben")]).toEqual([400, 200]);
  });

  it("is omitted once it is deleted", async () => {
    const { id } = await group(["ada"]);
    const ruleset = await guard({ team: { organizationPublicId: "1", groupPublicId: id } });
    const key = hosted.test.keys.admin;
    await hosted.test.call(deleteGroup, { params: { teamId: "1", slug: "releasers" }, key });
    const params = { ...hosted.params, rulesetId: ruleset.id };
    expect((await hosted.test.call(getRuleset, { params })).bypassActors).toEqual([]);
    expect(await branchBy("ada")).toBe(400);
  });

  it("must be an existing group of the team it names", async () => {
    const { id } = await group(["ada"]);
    for (const team of [
      { organizationPublicId: "2", groupPublicId: id },
      { organizationPublicId: "1", groupPublicId: "grp_none" },
    ]) {
      const { status, body } = await hosted.test.send("POST", `${hosted.path}/rulesets`, {
        body: {
          name: "Guard",
          enforcement: "active",
          kind: "push_branch",
          bypassActors: [{ bypassMode: "always", team }],
        },
      });
      expect([status, readErrorBody(body)]).toMatchObject([400, { field: "bypassActors.0.team" }]);
    }
  });
});

describe("a role on a bypass list", () => {
  it("of the repository includes permissions granted on the repository alone", async () => {
    const { db } = hosted.test.service;
    const [row] = await db.select().from(users).where(eq(users.email, "ada@example.test"));
    await hosted.test.call(upsertRepositoryGrant, {
      params: hosted.params,
      body: { user: { id: row?.actorId ?? "" }, permission: "admin" },
    });
    await guard({ repohostRole: { role: "repository_admin" } });
    expect([await branchBy("ada"), await branchBy("ben")]).toEqual([200, 400]);
    await deleteRulesets(hosted);
    await guard({ repohostRole: { role: "namespace_admin" } });
    expect(await branchBy("ada")).toBe(400);
  });
});
