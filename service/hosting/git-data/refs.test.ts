import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noObject, readReference } from "@/git/refs/references";
import { git } from "@/git/testing/git-fixture";
import { getGitRef } from "@/lib/contract/hosting/git-data/get-git-ref";
import { addReader } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { updateRefs } from "./update-refs";

let hosted: HostedRepository;
let empty: HostedRepository;
let first: string;
let second: string;
let tag: string;

beforeAll(async () => {
  [hosted, empty] = await Promise.all([startHostedRepository(), startHostedRepository()]);
  first = await hosted.commit({ "a.txt": "1\n" });
  second = await hosted.commit({ "a.txt": "2\n" });
  await hosted.git("tag", "--annotate", "v1", "--message=One", first);
  await hosted.git("tag", "v1-light", first);
  await hosted.push(
    "main",
    "main:refs/heads/feature/one",
    "main:refs/heads/feature/two",
    "main:refs/heads/Héad",
    "--tags",
  );
  await hosted.push(`${first}:refs/heads/headless`);
  tag = await git(hosted.dir, "rev-parse", "refs/tags/v1");
  await git(hosted.dir, "update-ref", "refs/pull/7/merge", second);
  await git(hosted.dir, "update-ref", "refs/internal/secret", second);
});
afterAll(() => Promise.all([hosted.close(), empty.close()]));

const send = (path: string, key = hosted.test.keys.user) =>
  hosted.test.send("GET", `${hosted.path}/git/${path}`, { key });
const get = (ref: string) => hosted.test.call(getGitRef, { params: { ...hosted.params, ref } });
const names = async (path: string) =>
  ((await send(path)).body as { refs: { ref: string }[] }).refs.map(({ ref }) => ref);

describe("Get Git Ref", () => {
  it("returns a branch and a tag by their full names, unpeeled", async () => {
    expect(await get("heads/main")).toEqual({ ref: "refs/heads/main", object: { sha: second, type: "commit" } });
    expect(await get("refs/heads/feature/one")).toMatchObject({ ref: "refs/heads/feature/one" });
    expect(await get("tags/v1")).toEqual({ ref: "refs/tags/v1", object: { sha: tag, type: "tag" } });
    expect(await get("tags/v1-light")).toEqual({ ref: "refs/tags/v1-light", object: { sha: first, type: "commit" } });
    expect(await get("heads/Héad")).toMatchObject({ object: { sha: second } });
    expect(await get("pull/7/merge")).toMatchObject({ ref: "refs/pull/7/merge", object: { sha: second } });
  });

  it("H-REF-21: returns the default branch's head for HEAD", async () => {
    expect(await get("HEAD")).toEqual({ ref: "HEAD", object: { sha: second, type: "commit" } });
  });

  it.each([
    "heads/mai",
    "heads",
    "heads/feature",
    "heads/main/",
    "main",
    "HEA",
    "refs/HEAD",
    "internal/secret",
    "heads/main~1",
    "heads/..%2f..%2fconfig",
    "heads/main.lock",
    "config",
    "objects",
  ])("returns 404 for %s", async (ref) => {
    expect(await send(`ref/${ref}`)).toMatchObject({ status: 404, body: { code: 5 } });
  });

  it("returns not found without access", async () => {
    expect((await send("ref/heads/main", hosted.stranger)).status).toBe(404);
  });
});

describe("List Matching Git Refs", () => {
  it("H-REF-22: lists refs with a prefix, by name", async () => {
    expect(await names("matching-refs/heads/fea")).toEqual(["refs/heads/feature/one", "refs/heads/feature/two"]);
    expect(await names("matching-refs/tags/v1")).toEqual(["refs/tags/v1", "refs/tags/v1-light"]);
    expect(await names("matching-refs/refs/heads/main")).toEqual(["refs/heads/main"]);
    expect(await names("matching-refs/heads/none")).toEqual([]);
    expect(await names("matching-refs/heads/*")).toEqual([]);
  });

  it("respects a trailing slash in the prefix", async () => {
    expect(await names("matching-refs/heads/head/")).toEqual([]);
    expect(await names("matching-refs/heads/feature/")).toHaveLength(2);
  });

  it("H-REF-23: accepts the prefix in the query too, and lists everything without one", async () => {
    expect(await names("matching-refs?ref=heads%2Ffea")).toEqual(await names("matching-refs/heads/fea"));
    expect(await names("matching-refs")).toEqual(
      [
        "refs/heads/Héad",
        "refs/heads/feature/one",
        "refs/heads/feature/two",
        "refs/heads/headless",
        "refs/heads/main",
        "refs/pull/7/merge",
        "refs/tags/v1",
        "refs/tags/v1-light",
      ].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
    expect(await names("matching-refs/internal")).toEqual([]);
  });

  it("H-REF-24: matches HEAD only exactly", async () => {
    expect((await send("matching-refs/HEAD")).body).toEqual({
      refs: [{ ref: "HEAD", object: { sha: second, type: "commit" } }],
    });
    expect(await names("matching-refs/HEA")).toEqual([]);
    expect(await names("matching-refs/HEADER")).toEqual([]);
  });
});

describe("Delete Git Ref", () => {
  const remove = (ref: string, key = hosted.test.keys.user) =>
    hosted.test.send("DELETE", `${hosted.path}/git/refs/${ref}`, { key });

  it("H-REF-10 H-CONV-11: deletes a branch and returns no content", async () => {
    await hosted.push("main:refs/heads/deleted/nested");
    expect(await remove("heads/deleted/nested")).toMatchObject({ status: 204, body: "" });
    expect(await readReference(hosted.dir, "refs/heads/deleted/nested")).toBeUndefined();
    await git(hosted.dir, "pack-refs", "--all");
    expect((await remove("refs/heads/feature/two")).status).toBe(204);
    expect(await readReference(hosted.dir, "refs/heads/feature/two")).toBeUndefined();
  });

  it("H-REF-14: returns 404 for a missing branch", async () => {
    for (const ref of ["heads/none", "heads/feature", "heads/deleted/nested"]) {
      expect(await remove(ref), ref).toMatchObject({ status: 404, body: { code: 5 } });
    }
  });

  it("H-REF-13: deletes only branches", async () => {
    for (const ref of ["tags/v1", "refs/tags/v1", "pull/7/merge", "internal/secret", "HEAD", "main"]) {
      expect(await remove(ref), ref).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect(await readReference(hosted.dir, "refs/tags/v1")).toBe(tag);
  });

  it("H-REF-15 H-ERR-02: doesn't delete the default branch", async () => {
    expect(await remove("heads/main")).toMatchObject({ status: 400, body: { code: 9 } });
    expect(await readReference(hosted.dir, "refs/heads/main")).toBe(second);
  });

  it("requires write access", async () => {
    expect((await remove("heads/headless", hosted.stranger)).status).toBe(404);
    expect(await readReference(hosted.dir, "refs/heads/headless")).toBe(first);
  });

  it("H-REF-18: returns Aborted and keeps the branch if it moves during the deletion", { tags: ["long"] }, async () => {
    const { service } = hosted.test;
    const ref = "refs/heads/moving";
    const deletions = [];
    for (let round = 0; round < 25; round += 1) {
      if (!(await readReference(hosted.dir, ref))) await hosted.push(`${first}:${ref}`);
      const before = (await readReference(hosted.dir, ref)) ?? noObject;
      const after = before === first ? second : first;
      const update = { ref, before, after };
      const [response] = await Promise.all([
        remove("heads/moving"),
        updateRefs(service, { repositoryId: hosted.repo.id, actor: "service", updates: [update] }).catch(() => {}),
      ]);
      expect([204, 409]).toContain(response.status);
      if (response.status === 409) {
        expect(response.body).toMatchObject({ code: 10 });
        expect(await readReference(hosted.dir, ref)).toBe(after);
      }
      deletions.push(response.status);
    }
    expect(deletions).toContain(409);
  });
});

it("creating refs, deleting refs and committing require write permission", async () => {
  const key = await addReader(hosted.test.service, hosted.repo);
  const commit = {
    targetBranch: "main",
    expectedHeadSha: second,
    message: "Change files",
    author: { name: "Ada", email: "ada@example.test" },
    files: [{ path: "x", content: "x" }],
  };
  for (const [method, path, body] of [
    ["POST", "refs", { ref: "heads/by-reader", sha: first }],
    ["DELETE", "refs/heads/headless"],
    ["POST", "commits:createFromFiles", commit],
  ] as const) {
    const sent = { key, ...(body ? { body } : {}) };
    const response = await hosted.test.send(method, `${hosted.path}/git/${path}`, sent);
    expect(response, path).toMatchObject({ status: 403, body: { code: 7 } });
  }
  expect(await readReference(hosted.dir, "refs/heads/by-reader")).toBeUndefined();
  expect(await readReference(hosted.dir, "refs/heads/headless")).toBe(first);
  expect(await readReference(hosted.dir, "refs/heads/main")).toBe(second);
});

it("an empty repository returns 409 for reads and 404 for deletions", async () => {
  for (const path of ["ref/heads/main", "ref/HEAD", "matching-refs", "matching-refs/heads/"]) {
    expect(await empty.test.send("GET", `${empty.path}/git/${path}`), path).toMatchObject({
      status: 409,
      body: { code: 10 },
    });
  }
  expect((await empty.test.send("DELETE", `${empty.path}/git/refs/heads/main`)).status).toBe(404);
});
