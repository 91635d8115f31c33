import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { newKeyPair } from "../installations/testing/installation-fixture";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let user: { key: string; userId: number };

beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
  user = await addUser(hosted.test.service, { email: "one@example.test" });
  await addNamespace(hosted.test.service, "One", { userId: user.userId });
});
afterAll(() => hosted.close());
const usual = { plan: "team", legacyPrivacy: false, hosting: true };
const set = (body: object, slug = "acme") =>
  hosted.test.send("PATCH", `/admin/v1/namespaces/${slug}`, { key: hosted.test.keys.admin, body });
afterEach(() => set(usual));

let count = 0;
async function create(owner = "acme", key = hosted.test.keys.user) {
  count += 1;
  const response = await hosted.test.send("POST", `/v1/repohost/repos/${owner}`, { key, body: { name: `n${count}` } });
  return [response.status, (response.body as { code?: number }).code];
}
const remote = () =>
  `${hosted.test.url.replace("://", `://x-access-token:${hosted.test.keys.user}@`)}/acme/widgets.git`;
const push = (branch: string) =>
  git(hosted.work, "push", remote(), `HEAD:refs/heads/${branch}`).then(
    () => "pushed",
    (error: Error) => error.message,
  );

describe("an owner", () => {
  it.each<[string, object, boolean]>([
    ["H-ELIG-06: a team with a paid plan", {}, true],
    ["H-ELIG-03: a team without a plan", { plan: "none" }, false],
    ["H-ELIG-04: a team in legacy privacy mode", { legacyPrivacy: true }, false],
    ["H-ELIG-05: a team that turned hosting off", { hosting: false }, false],
  ])("H-ELIG-07 H-ELIG-08: %s", async (_name, account, eligible) => {
    expect((await set(account)).body).toMatchObject({ ...usual, ...account, eligible });
    const { key } = user;
    expect(await create()).toEqual(eligible ? [200, undefined] : [400, 9]);
    // The owner counts, not the caller.
    expect(await create("one", key)).toEqual([200, undefined]);
  });

  it("H-ELIG-01 H-ELIG-02: a user needs one of the five plans, regardless of team settings", async () => {
    for (const plan of ["starter", "plus", "pro", "team", "enterprise"]) {
      await set({ plan, legacyPrivacy: true, hosting: false }, "one");
      expect(await create("one", user.key), plan).toEqual([200, undefined]);
    }
    await set({ plan: "none" }, "one");
    expect(await create("one", user.key)).toEqual([400, 9]);
  });

  it("H-APP-13 H-GIT-06 H-GIT-07: can't create apps or push without eligibility, but can be read", async () => {
    await set({ plan: "none" });
    const body = { displayName: "A", publicKey: newKeyPair().publicKey };
    const path = "/v1/repohost/namespaces/acme/apps";
    expect(await hosted.test.send("POST", path, { body })).toMatchObject({ status: 400, body: { code: 9 } });
    expect(await push("rejected")).toMatch(/403/);
    const head = await git(hosted.work, "ls-remote", remote(), "refs/heads/main");
    const clone = join(hosted.work, "..", "ineligible");
    await git(hosted.work, "clone", "--quiet", remote(), clone);
    expect(head).toContain(await git(clone, "rev-parse", "HEAD"));
    await git(clone, "pull", "--quiet");
    await rm(clone, { recursive: true });
    await set(usual);
    expect(await push("accepted")).toBe("pushed");
  });

  it("is only changed with the admin key, with known fields", async () => {
    expect(await set({ plan: "gold" })).toMatchObject({ status: 400, body: { error: { field: "plan" } } });
    expect(await set({}, "none")).toMatchObject({ status: 404, body: { error: { code: "namespace_not_found" } } });
    expect((await hosted.test.send("PATCH", "/admin/v1/namespaces/acme", { body: {} })).status).toBe(403);
  });
});
