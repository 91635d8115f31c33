import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commitFile, git, temporaryFolder } from "@/git/testing/git-fixture";
import { checkRepositories } from "../../verify/check-repositories";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let url = "";
let first = "";

beforeAll(async () => {
  hosted = await startHostedRepository();
  folder = await temporaryFolder();
  const address = new URL(`${hosted.test.url}/acme/widgets.git`);
  address.username = "x-access-token";
  address.password = hosted.test.keys.user;
  url = address.href;
  first = await hosted.commit({ "a.txt": "one\n" });
  await hosted.commit({ "a.txt": "two\n", "b/c.txt": "three\n" });
  await hosted.git("push", "--quiet", url, "main", `${first}:refs/heads/old`);
});
afterAll(async () => {
  await folder.remove();
  await hosted.close();
});

/** Clones into a new folder and returns a function that runs git there. */
async function clone(name: string, ...flags: string[]): Promise<(...args: string[]) => Promise<string>> {
  const target = `${folder.path}/${name}`;
  await git(folder.path, "clone", "--quiet", ...flags, url, target);
  return (...args) => git(target, ...args);
}

const remote = async (...patterns: string[]) => {
  const printed = await git(folder.path, "ls-remote", url, ...patterns);
  return printed.split("\n").flatMap((line) => (line ? [line.split("\t")[1]] : []));
};

/** Git and the database must agree on all refs. */
async function expectAgreement(): Promise<void> {
  const problems: string[] = [];
  await checkRepositories(hosted.test.service, (subject, what) => problems.push(`${subject} ${what}`));
  expect(problems).toEqual([]);
}

describe("common git workflows", () => {
  it("clones a single branch", async () => {
    const run = await clone("single", "--single-branch", "--branch=old");
    expect(await run("rev-parse", "HEAD")).toBe(first);
    expect(await run("for-each-ref", "--format=%(refname)", "refs/remotes")).toBe("refs/remotes/origin/old");
  });

  it("deepens shallow clones and completes partial clones", async () => {
    const shallow = await clone("shallow", "--depth=1");
    expect(await shallow("rev-list", "--count", "HEAD")).toBe("1");
    await shallow("fetch", "--quiet", "--unshallow");
    expect(await shallow("rev-list", "--count", "HEAD")).toBe("2");
    const partial = await clone("partial", "--filter=blob:none", "--no-checkout");
    await partial("checkout", "--quiet", "main");
    expect(await partial("show", "HEAD:b/c.txt")).toBe("three");
  });

  it("pushes from a shallow clone", async () => {
    const run = await clone("shallow-push", "--depth=1");
    const id = await commitFile(`${folder.path}/shallow-push`, "shallow.txt", "x\n");
    await run("push", "--quiet", "origin", "HEAD:from-shallow");
    expect(await git(hosted.dir, "rev-parse", "refs/heads/from-shallow")).toBe(id);
    await git(hosted.dir, "fsck", "--full", "--strict", "--no-dangling");
  });

  it("rejects non-fast-forward pushes unless forced, and supports force-with-lease", async () => {
    const run = await clone("forcing");
    await run("push", "--quiet", "origin", "HEAD:force");
    await expect(run("push", "--quiet", "origin", `${first}:force`)).rejects.toThrow("rejected");
    await expect(
      run("push", "--quiet", `--force-with-lease=force:${first}`, "origin", `${first}:force`),
    ).rejects.toThrow("stale info");
    await run("push", "--quiet", "--force", "origin", `${first}:force`);
    expect(await git(hosted.dir, "rev-parse", "refs/heads/force")).toBe(first);
  });

  it("stores both kinds of tags, moves them with force, and deletes them with branches", {
    tags: ["long"],
  }, async () => {
    const run = await clone("tags");
    await run("tag", "light");
    await run("tag", "--annotate", "--message=Release", "heavy");
    await run("push", "--quiet", "origin", "light", "heavy", "HEAD:deleted");
    expect(await remote("refs/tags/*")).toEqual(["refs/tags/heavy", "refs/tags/heavy^{}", "refs/tags/light"]);
    expect((await (await clone("tagged"))("tag", "--list")).split("\n")).toEqual(["heavy", "light"]);
    await run("tag", "--force", "light", first);
    await expect(run("push", "--quiet", "origin", "light")).rejects.toThrow("already exists");
    await run("push", "--quiet", "--force", "origin", "light");
    expect(await git(hosted.dir, "rev-parse", "refs/tags/light")).toBe(first);
    await run("push", "--quiet", "--delete", "origin", "light", "heavy", "deleted");
    expect(await remote("refs/tags/*", "refs/heads/deleted")).toEqual([]);
  });

  it("lets only one of several concurrent pushes create a name, ignoring case", async () => {
    const run = await clone("case");
    const names = ["Racer", "racer", "RACER"];
    const results = await Promise.allSettled(
      names.map((name) => run("push", "--quiet", "origin", `HEAD:refs/heads/${name}`)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const branches = await remote("refs/heads/*");
    expect(branches.filter((name) => name?.toLowerCase() === "refs/heads/racer")).toHaveLength(1);
  });

  it("delays creating a branch while other references are updated", async () => {
    const run = await clone("waiting");
    const unlock = await hosted.test.service.locks.references.acquire(hosted.repo.id);
    const push = run("push", "--quiet", "origin", "HEAD:refs/heads/delayed");
    const locked = vi.spyOn(hosted.test.service.locks.references, "acquire");
    await vi.waitFor(() => expect(locked).toHaveBeenCalled(), { timeout: 30_000 });
    expect(await remote("refs/heads/delayed")).toEqual([]);
    unlock();
    await push;
    expect(await remote("refs/heads/delayed")).toEqual(["refs/heads/delayed"]);
  });

  it("clones from the legacy URL", async () => {
    const legacy = url.replace("/acme/", "/git/acme/");
    expect(await git(folder.path, "ls-remote", legacy, "refs/heads/main")).toContain("refs/heads/main");
    const plain = await fetch(`${hosted.test.url}/git/acme/widgets.git`);
    expect(plain.status).toBe((await fetch(`${hosted.test.url}/acme/widgets.git`)).status);
  });

  it("moves a branch to a name below itself in two pushes", { tags: ["long"] }, async () => {
    const run = await clone("nested");
    await run("push", "--quiet", "origin", "HEAD:topic");
    await expect(run("push", "--quiet", "origin", "HEAD:topic/part")).rejects.toThrow();
    await run("push", "--quiet", "origin", ":topic");
    await run("push", "--quiet", "origin", "HEAD:topic/part");
    expect(await remote("refs/heads/topic*")).toEqual(["refs/heads/topic/part"]);
  });

  it("pushes, fetches, moves and deletes 1,000 refs at once", { tags: ["long"], timeout: 180_000 }, async () => {
    const run = await clone("many");
    const names = Array.from({ length: 1_000 }, (_, index) => `many/${index}`);
    await run("push", "--quiet", "origin", ...names.map((name) => `HEAD:refs/heads/${name}`));
    expect(await remote("refs/heads/many/*")).toHaveLength(1_000);
    const copy = await clone("many-copy");
    expect((await copy("for-each-ref", "--format=%(refname)", "refs/remotes/origin/many")).split("\n")).toHaveLength(
      1_000,
    );
    await run("push", "--quiet", "--force", "origin", ...names.map((name) => `${first}:refs/heads/${name}`));
    await copy("fetch", "--quiet");
    expect(await copy("rev-parse", "origin/many/999")).toBe(first);
    await run("push", "--quiet", "origin", ...names.map((name) => `:refs/heads/${name}`));
    await copy("fetch", "--quiet", "--prune");
    expect(await copy("for-each-ref", "refs/remotes/origin/many")).toBe("");
    await expectAgreement();
    // Git writes each ref to its own file.
  });

  it("applies atomic pushes all or nothing, and lets one of two concurrent pushes win", {
    tags: ["long"],
  }, async () => {
    const run = await clone("atomic");
    await run("push", "--quiet", "origin", "HEAD:racing");
    await expect(run("push", "--quiet", "--atomic", "origin", `${first}:racing`, "HEAD:beside")).rejects.toThrow(
      "rejected",
    );
    expect(await remote("refs/heads/beside")).toEqual([]);
    const racers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const racer = await clone(`racer-${index}`, "--branch=racing");
        await commitFile(`${folder.path}/racer-${index}`, `racer-${index}.txt`, "x\n");
        return racer;
      }),
    );
    const outcomes = await Promise.allSettled(racers.map((racer) => racer("push", "--quiet", "origin", "HEAD:racing")));
    const winners = outcomes.flatMap(({ status }, index) => (status === "fulfilled" ? [racers[index]] : []));
    expect(winners).toHaveLength(1);
    expect(await git(hosted.dir, "rev-parse", "refs/heads/racing")).toBe(await winners[0]?.("rev-parse", "HEAD"));
    await expectAgreement();
  });
});
