import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { commitBomb, commitTree } from "@/git/testing/tree-bomb";
import { createGitRef } from "@/lib/contract/hosting/git-data/create-git-ref";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { addRuleset } from "../rulesets/testing/ruleset-fixture";
import { fieldError } from "../testing/field-error";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let first: string;
let second: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
  first = await hosted.commit({ "a.txt": "1\n" });
  second = await hosted.commit({ "a.txt": "2\n" });
  await hosted.git("tag", "--annotate", "v1", "--message=One", first);
  await hosted.push("main", "v1");
});
afterAll(() => hosted.close());

const create = (ref: string, sha: string) =>
  hosted.test.call(createGitRef, { params: hosted.params, body: { ref, sha } });
const post = (body: unknown, key = hosted.test.keys.user) =>
  hosted.test.send("POST", `${hosted.path}/git/refs`, { body, key });
const tip = (name: string) => git(hosted.dir, "for-each-ref", "--format=%(objectname)", `refs/heads/${name}`);
describe("Create Git Ref", () => {
  it("H-REF-01 H-REF-04 H-REF-06: creates refs/heads/<branch> at a commit", async () => {
    expect(await create("refs/heads/topic/one", first)).toEqual({
      ref: "refs/heads/topic/one",
      object: { sha: first, type: "commit" },
    });
    expect(await tip("topic/one")).toBe(first);
  });

  it("H-REF-05: accepts heads/<branch> and an uppercase sha", async () => {
    expect((await create("heads/two", second.toUpperCase())).ref).toBe("refs/heads/two");
    expect(await tip("two")).toBe(second);
  });

  it("reports the rule that blocks the branch", async () => {
    await addRuleset(hosted, "push_branch", { block_direct_updates: {} }, { includedRefNames: ["guarded/*"] });
    expect(await post({ ref: "heads/guarded/one", sha: first })).toMatchObject({
      status: 400,
      body: { code: 9, message: expect.stringContaining("requires changes through a pull request") },
    });
    expect(await tip("guarded/one")).toBe("");
  });

  it("records the update and actor, sets pushedAt, and notifies listeners", async () => {
    const notified = new Promise<void>((resolve) => {
      hosted.test.service.notifications.on("pushed", hosted.repo.id, resolve);
    });
    await create("heads/noted", first);
    await notified;
    const [row] = await hosted.test.service.db.select().from(refUpdates).orderBy(desc(refUpdates.id)).limit(1);
    expect(row).toMatchObject({
      repositoryId: hosted.repo.id,
      ref: "refs/heads/noted",
      before: "0".repeat(40),
      after: first,
      userId: 1,
      settled: true,
    });
    expect((await hosted.test.call(getRepo, { params: hosted.params })).pushedAt).toMatch(/Z$/);
  });

  it("H-REF-08: returns an existing branch at the same commit", async () => {
    expect(await create("heads/topic/one", first)).toEqual({
      ref: "refs/heads/topic/one",
      object: { sha: first, type: "commit" },
    });
  });

  it("H-REF-09 H-ERR-07: rejects an existing branch at another commit without moving it", async () => {
    expect(await post({ ref: "heads/topic/one", sha: second })).toMatchObject({ status: 409, body: { code: 6 } });
    expect(await tip("topic/one")).toBe(first);
  });

  it("rejects an unchecked commit whose tree expands to billions of files", async () => {
    const bomb = await commitBomb(hosted.dir, 10, 9);
    const clean = await commitTree(hosted.dir, await git(hosted.dir, "rev-parse", "main^{tree}"), bomb);
    expect(await post({ ref: "heads/bomb", sha: clean })).toMatchObject({
      ...fieldError("sha"),
      body: { message: `sha: commit ${bomb}: contains more than 5000000 files` },
    });
    expect(await tip("bomb")).toBe("");
  });

  it.each([
    "refs/tags/v2",
    "tags/v2",
    "refs/pull/1/head",
    "refs/internal/x",
    "main",
    "HEAD",
    "refs/heads/",
    "heads",
    "",
  ])("H-REF-07: rejects the name %j", async (ref) => {
    expect(await post({ ref, sha: first })).toMatchObject(fieldError("ref"));
  });

  it.each([
    "--upload-pack=x",
    "-x",
    "HEAD",
    "@",
    "a..b",
    "a b",
    "a\\b",
    "a~1",
    "a^{}",
    "a:b",
    "a.lock",
    "refs/heads/x",
    "x/.hidden",
    "\u202efdp.exe",
    "a\nb",
    "0123456789012345678901234567890123456789",
    "n".repeat(201),
  ])("rejects the branch name %j", async (name) => {
    expect(await post({ ref: `refs/heads/${name}`, sha: first })).toMatchObject(fieldError("ref"));
  });

  it("rejects a name below or above an existing branch", async () => {
    expect(await post({ ref: "heads/topic", sha: first })).toMatchObject(fieldError("ref"));
    expect(await post({ ref: "heads/two/three", sha: first })).toMatchObject(fieldError("ref"));
  });

  it("rejects anything but a full commit id in the repository", async () => {
    const tree = await git(hosted.dir, "rev-parse", "main^{tree}");
    const tag = await git(hosted.dir, "rev-parse", "v1");
    for (const sha of [tree, tag, first.slice(0, 8), "main", "0".repeat(40), "f".repeat(40), "", undefined, 7]) {
      expect(await post({ ref: "heads/x", sha }), String(sha)).toMatchObject(fieldError("sha"));
    }
    expect(await tip("x")).toBe("");
  });

  it("requires write access", async () => {
    expect((await post({ ref: "heads/x", sha: first }, hosted.stranger)).status).toBe(404);
    expect(await tip("x")).toBe("");
  });

  it("lets one of 32 concurrent writers create a branch; the others receive the result", {
    tags: ["long"],
  }, async () => {
    const responses = await Promise.all(
      Array.from({ length: 32 }, (_, index) => post({ ref: "heads/race", sha: index % 2 ? first : second })),
    );
    const at = await tip("race");
    for (const [index, { status }] of responses.entries()) {
      expect(status).toBe((index % 2 ? first : second) === at ? 200 : 409);
    }
    const rows = await hosted.test.service.db.select().from(refUpdates);
    expect(rows.filter(({ ref }) => ref === "refs/heads/race")).toHaveLength(1);
  });
});
