import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { violationField } from "@/lib/contract/field-name";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { repositories } from "../../core/store/tables/repositories";
import { startTestService, type TestService } from "../../testing/test-service";
import { removeOrphans } from "./remove-orphans";
import { addNamespace, addReader, addUser } from "./testing/repository-fixture";

let test: TestService;
let namespace: { id: string };
let stranger: string;

beforeAll(async () => {
  test = await startTestService({ GIT_URL: "https://git.example.test" });
  namespace = await addNamespace(test.service, "Acme", { teamId: 1 });
  stranger = (await addUser(test.service, { email: "stranger@example.test" })).key;
});
afterAll(() => test.close());

const post = (slug: string, body: unknown, key = test.keys.user) =>
  test.send("POST", `/v1/repohost/repos/${slug}`, { body, key });

async function stored(): Promise<{ rows: number; folders: number }> {
  const rows = await test.service.db.select().from(repositories);
  return { rows: rows.length, folders: (await test.service.repositories.list()).length };
}

describe("Create Repo", () => {
  it("H-REPO-09 H-REPO-01 H-REPO-02: creates and returns an empty repository", async () => {
    const repo = await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Widgets" } });
    expect(repo).toEqual({
      id: expect.stringMatching(/^repo_/),
      name: "Widgets",
      fullName: "Acme/Widgets",
      owner: { slug: "Acme", id: expect.stringMatching(/^ns_/), type: "team" },
      defaultBranch: "main",
      createdAt: repo.updatedAt,
      updatedAt: expect.stringMatching(/Z$/),
      cloneUrl: "https://git.example.test/Acme/Widgets.git",
      visibility: "private",
      allowMergeCommit: true,
      allowSquashMerge: true,
      deleteBranchOnMerge: false,
    });
    const dir = test.service.repositories.path(repo.id);
    expect(await git(dir, "symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(await git(dir, "for-each-ref")).toBe("");
  });

  it("uses the given default branch, or main", async () => {
    const params = { ownerSlug: "acme" };
    const trunk = await test.call(createRepo, { params, body: { name: "trunked", defaultBranch: "trunk" } });
    expect(await git(test.service.repositories.path(trunk.id), "symbolic-ref", "HEAD")).toBe("refs/heads/trunk");
    expect((await test.call(createRepo, { params, body: { name: "plain", defaultBranch: "" } })).defaultBranch).toBe(
      "main",
    );
  });

  it("works for a service account of the team", async () => {
    expect((await post("acme", { name: "by-account" }, test.keys.serviceAccount)).status).toBe(200);
  });

  it("H-ADDR-12: rejects a name that differs only in case without creating anything", async () => {
    const before = await stored();
    const response = await post("ACME", { name: "wIDGETS" });
    expect(response).toMatchObject({ status: 409, body: { code: 6 } });
    expect(await stored()).toEqual(before);
  });

  it("assigns a name once with concurrent requests", async () => {
    const before = await stored();
    const responses = await Promise.all(Array.from({ length: 5 }, () => post("acme", { name: "race" })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await stored()).toEqual({ rows: before.rows + 1, folders: before.folders + 1 });
  });

  it("H-ADDR-07 H-ADDR-08: rejects `_` as owner without creating anything", async () => {
    const before = await stored();
    expect(await post("_", { name: "x" })).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field: "owner_slug" }] }, {}] },
    });
    expect(await stored()).toEqual(before);
  });

  it.each([
    ["name", {}],
    ["name", { name: "" }],
    ["name", { name: "../x" }],
    ["name", { name: "x.git" }],
    ["name", { name: ".." }],
    ["name", { name: 7 }],
    ["defaultBranch", { name: "ok", defaultBranch: "--upload-pack=x" }],
    ["defaultBranch", { name: "ok", defaultBranch: "HEAD" }],
  ])("rejects a bad %s: %j", async (field, body) => {
    const before = await stored();
    expect(await post("acme", body)).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field: violationField(field) }] }, {}] },
    });
    expect(await stored()).toEqual(before);
  });

  it("requires write permission on the owner", async () => {
    const reader = await addReader(test.service, { owner: namespace });
    const before = await stored();
    expect(await post("acme", { name: "by-reader" }, reader)).toMatchObject({ status: 403, body: { code: 7 } });
    expect(await stored()).toEqual(before);
  });

  it("returns the same error for unknown and inaccessible owners", async () => {
    const [unknown, inaccessible] = [await post("missing", { name: "x" }), await post("acme", { name: "x" }, stranger)];
    expect(unknown).toMatchObject({ status: 404, body: { code: 5 } });
    expect(inaccessible).toMatchObject({ status: 404, body: { code: 5, message: "Owner not found" } });
  });
});

it("deletes empty folders without a row, and keeps non-empty ones", async () => {
  const { repositories: store, db } = test.service;
  await store.create("repo_orphan", { initialBranch: "main" });
  const kept = await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "kept" } });
  const dir = store.path(kept.id);
  const tree = await git(dir, "mktree", "--missing");
  await git(dir, "update-ref", "refs/heads/main", await git(dir, "commit-tree", tree, "-m", "Something"));
  await db.delete(repositories).where(eq(repositories.id, kept.id));
  await removeOrphans(test.service);
  expect([await store.exists("repo_orphan"), await store.exists(kept.id)]).toEqual([false, true]);
});
