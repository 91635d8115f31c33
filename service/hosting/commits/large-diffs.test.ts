// @module-tag long

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatTree, modes, treeEntry } from "@/git/objects/tree-object";
import { runGit } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import { commitBomb, commitTree, storeObject } from "@/git/testing/tree-bomb";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
/** A commit on top of main with more paths than git can list. */
let bomb: string;
/** A commit on top of main whose path list exceeds 64 MiB. */
let wide: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({ "a.txt": "1\n" });
  await hosted.push("main");
  const main = await git(hosted.dir, "rev-parse", "main");
  bomb = await commitTree(
    hosted.dir,
    await git(hosted.dir, "rev-parse", `${await commitBomb(hosted.dir, 10, 9)}^{tree}`),
    main,
  );
  const file = await storeObject(hosted.dir, "blob", Buffer.from("x"));
  const names = Array.from({ length: 1_000 }, (_, index) => `${"n".repeat(230)}${index}`);
  const files = await storeObject(
    hosted.dir,
    "tree",
    formatTree(names.map((name) => treeEntry(modes.file, name, file))),
  );
  const folders = names.slice(0, 200).map((name) => treeEntry(modes.tree, name, files));
  wide = await commitTree(hosted.dir, await storeObject(hosted.dir, "tree", formatTree(folders)), main);
  // Bypass the push limits.
  await runGit(["update-ref", "refs/heads/bomb", bomb], { cwd: hosted.dir });
  await runGit(["update-ref", "refs/heads/wide", wide], { cwd: hosted.dir });
});
afterAll(() => hosted.close());

const get = (path: string) => hosted.test.send("GET", `${hosted.path}/${path}`, { key: hosted.test.keys.user });
const tooLarge = { status: 400, body: { code: 9, message: expect.stringContaining("too large"), details: [{}] } };

describe("a diff that is too large to compute", () => {
  it.each(["bomb", "wide"])("is an error in file lists (%s)", async (branch) => {
    expect(await get(`commits/${branch}/files`)).toMatchObject(tooLarge);
    expect(await get(`compare/main...${branch}/files`)).toMatchObject(tooLarge);
  });

  it("is omitted from a commit's stats", async () => {
    const { status, body } = await get(`commits/${bomb}`);
    expect([status, body]).toMatchObject([200, { sha: bomb }]);
    expect(body).not.toHaveProperty("stats");
  });

  it("prevents opening a pull request", async () => {
    const opened = hosted.test.call(createPullRequest, {
      params: hosted.params,
      body: { title: "Boom", head: "bomb", base: "main" },
    });
    await expect(opened).rejects.toThrow("too large");
  });

  it("is an error for tarballs", async () => {
    expect(await get(`tarball/${bomb}`)).toMatchObject(tooLarge);
    expect(await get("tarball/main")).toMatchObject({ status: 200 });
  });
});
