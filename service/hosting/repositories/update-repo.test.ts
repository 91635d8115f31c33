import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { readErrorBody } from "@/lib/contract/errors";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { updateRepo } from "@/lib/contract/hosting/repositories/update-repo";
import { repositories } from "../../core/store/tables/repositories";
import { ruleBypasses } from "../../core/store/tables/rule-bypasses";
import { addRuleset, deleteRulesets, type RulesetInput } from "../rulesets/testing/ruleset-fixture";
import { fieldError } from "../testing/field-error";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { branchToAdopt } from "./default-branch";
import { addUser } from "./testing/repository-fixture";

let hosted: HostedRepository;
let member: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
  member = (await addUser(hosted.test.service, { email: "member@example.test", teamId: 1 })).key;
  await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main", "main:refs/heads/dev/one", "main:refs/tags/v1");
});
afterAll(() => hosted.close());

const patch = (body: unknown, key = hosted.test.keys.user) => hosted.test.send("PATCH", hosted.path, { body, key });
async function current() {
  const { viewerPermission, ...repo } = await hosted.test.call(getRepo, { params: hosted.params });
  expect(viewerPermission).toBe("admin");
  return repo;
}
const head = () => git(hosted.dir, "symbolic-ref", "HEAD");

describe("Update Repo", () => {
  beforeEach(async () => {
    await hosted.test.call(updateRepo, { params: hosted.params, body: { defaultBranch: "main" } });
  });

  it("H-REPO-12 H-REPO-15: changes each setting separately and returns the repository", async () => {
    const before = await current();
    for (const body of [
      { defaultBranch: "dev/one" },
      { deleteBranchOnMerge: true },
      { visibility: "internal" },
      { allowMergeCommit: false, allowSquashMerge: true },
    ]) {
      const response = await patch(body);
      expect(response).toMatchObject({ status: 200, body: { id: before.id, ...body } });
      expect(await current()).toEqual(response.body);
    }
    expect(await current()).toEqual({
      ...before,
      updatedAt: expect.any(String),
      defaultBranch: "dev/one",
      deleteBranchOnMerge: true,
      visibility: "internal",
      allowMergeCommit: false,
    });
    await patch({ visibility: "private", deleteBranchOnMerge: false, allowMergeCommit: true, allowSquashMerge: true });
  });

  it("checks the rules of both branches before changing the default branch", async () => {
    const rules = { block_direct_updates: { blockDirectUpdates: true } };
    const bypass: RulesetInput = {
      bypassActors: [{ bypassMode: "always", repohostRole: { role: "repository_admin" } }],
    };
    const onDefault = { includedRefNames: ["~DEFAULT_BRANCH"] };
    for (const more of [onDefault, { excludedRefNames: ["~DEFAULT_BRANCH"] }]) {
      await addRuleset(hosted, "push_branch", rules, more);
      const response = await patch({ defaultBranch: "dev/one" });
      expect(response).toMatchObject({ status: 400, body: { code: 9 } });
      expect((response.body as { message: string }).message).toMatch(/would no longer be covered by ruleset "Guard"/);
      expect([(await current()).defaultBranch, await head()]).toEqual(["main", "refs/heads/main"]);
      await deleteRulesets(hosted);
    }
    await addRuleset(hosted, "push_branch", rules, { ...onDefault, ...bypass });
    await addRuleset(hosted, "push_branch", rules, { includedRefNames: ["refs/heads/main"] });
    await addRuleset(hosted, "push_branch", rules, { ...onDefault, enforcement: "evaluate" });
    const choose = (choice: string) =>
      hosted.test.send("PATCH", hosted.path, {
        body: { defaultBranch: "dev/one" },
        headers: { "rule-bypass": choice },
      });
    const declined = await choose("none");
    expect(declined).toMatchObject({ status: 400, body: { code: 9 } });
    expect(readErrorBody(declined.body)?.violation).toBe("RULE_BYPASSABLE");
    expect((await choose("reason=Rename")).status).toBe(200);
    expect(await hosted.test.service.db.select().from(ruleBypasses)).toMatchObject([
      {
        change: "default_branch",
        ref: "HEAD",
        before: "refs/heads/main",
        after: "refs/heads/dev/one",
        reason: "Rename",
        rules: [{ rulesetName: "Guard", ruleType: "block_direct_updates" }],
      },
    ]);
    await deleteRulesets(hosted);
  });

  it("moves HEAD in git with the default branch", async () => {
    await patch({ defaultBranch: "dev/one" });
    expect(await head()).toBe("refs/heads/dev/one");
  });

  it("H-REPO-04: accepts only internal and private visibility", async () => {
    for (const visibility of ["public", "", 7]) {
      expect(await patch({ visibility }), String(visibility)).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect((await current()).visibility).toBe("private");
  });

  it("H-REPO-16: rejects an empty request", async () => {
    for (const body of [{}, { unknown: 1 }])
      expect(await patch(body)).toMatchObject({ status: 400, body: { code: 3 } });
  });

  it("H-REPO-17 H-REPO-18: requires both merge methods, at least one allowed", async () => {
    for (const [body, field] of [
      [{ allowMergeCommit: true }, "allow_squash_merge"],
      [{ allowSquashMerge: true }, "allow_merge_commit"],
      [{ allowMergeCommit: false, allowSquashMerge: false }, "allow_merge_commit"],
    ] as const) {
      expect(await patch(body), JSON.stringify(body)).toMatchObject(fieldError(field));
    }
    expect(await current()).toMatchObject({ allowMergeCommit: true, allowSquashMerge: true });
  });

  it("H-REPO-21: keeps earlier settings if a later one fails", async () => {
    const body = {
      allowMergeCommit: true,
      visibility: "internal",
      deleteBranchOnMerge: true,
      defaultBranch: "dev/one",
    };
    expect((await patch(body)).status).toBe(400);
    const applied = { visibility: "internal", deleteBranchOnMerge: true, defaultBranch: "dev/one" };
    expect(await current()).toMatchObject(applied);
    const wrong = { visibility: "private", defaultBranch: "none" };
    expect((await patch(wrong)).status).toBe(400);
    expect(await current()).toMatchObject(applied);
    await patch({ visibility: "private", deleteBranchOnMerge: false });
  });

  it.each(["none", "v1", "refs/heads/main", "HEAD", "--x", "", "a..b"])(
    "rejects the default branch %j",
    async (name) => {
      expect(await patch({ defaultBranch: name })).toMatchObject({ status: 400, body: { code: 3 } });
      expect(await head()).toBe("refs/heads/main");
    },
  );

  it("H-REPO-05 H-REPO-13: requires repository admin and ignores other fields", async () => {
    expect(await patch({ visibility: "internal" }, member)).toMatchObject({ status: 403, body: { code: 7 } });
    expect((await patch({ visibility: "internal" }, hosted.stranger)).status).toBe(404);
    await patch({ deleteBranchOnMerge: false, name: "Other", id: "repo_x", owner: { slug: "x" } });
    expect(await current()).toMatchObject({ name: "Widgets", id: hosted.repo.id, visibility: "private" });
  });

  it("keeps database and git consistent with concurrent default branch changes", async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => patch({ defaultBranch: "dev/one" }).then(({ status }) => status)),
    );
    expect(new Set(responses)).toEqual(new Set(responses.includes(409) ? [200, 409] : [200]));
    expect((await current()).defaultBranch).toBe("dev/one");
    expect(await head()).toBe("refs/heads/dev/one");
  });

  it("restores HEAD to the default branch at startup", async () => {
    const { service } = hosted.test;
    await service.db.update(repositories).set({ defaultBranch: "dev/one" }).where(eq(repositories.id, hosted.repo.id));
    await hosted.test.restart();
    expect(await head()).toBe("refs/heads/dev/one");
  });
});

describe("a first push", () => {
  const created = (...refs: string[]) => refs.map((ref) => ({ ref, before: "0".repeat(40), after: "1".repeat(40) }));

  it.each([
    [["refs/heads/trunk"], "trunk"],
    [["refs/heads/trunk", "refs/tags/v1"], "trunk"],
    [["refs/heads/a", "refs/heads/master"], "master"],
    [["refs/heads/master", "refs/heads/main"], "main"],
    [["refs/heads/a", "refs/heads/b"], undefined],
    [["refs/tags/v1"], undefined],
  ])("of %j chooses %s", (refs, branch) => {
    expect(branchToAdopt(created(...refs))).toBe(branch);
  });

  it("makes its branch the default if the stored one doesn't exist", { tags: ["long"] }, async () => {
    const fresh = await startHostedRepository();
    await fresh.commit({ "a.txt": "a\n" });
    const url = `${fresh.test.url.replace("://", `://x-access-token:${fresh.test.keys.user}@`)}/acme/widgets.git`;
    await fresh.git("push", "--quiet", url, "main:refs/heads/trunk");
    expect((await fresh.test.call(getRepo, { params: fresh.params })).defaultBranch).toBe("trunk");
    await fresh.git("push", "--quiet", url, "main:refs/heads/other");
    expect((await fresh.test.call(getRepo, { params: fresh.params })).defaultBranch).toBe("trunk");
    expect(await git(fresh.dir, "symbolic-ref", "HEAD")).toBe("refs/heads/trunk");
    await fresh.close();
  });
});
