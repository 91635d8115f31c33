import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import type { BodyInputOf, QueryInputOf } from "@/lib/contract/operation";
import { addUser } from "../repositories/testing/repository-fixture";
import { type PullRequests, startPullRequests } from "./testing/pull-fixture";

let pulls: PullRequests;
let one: PullRequest;
let two: PullRequest;
let three: PullRequest;
let firstHead: string;

beforeAll(async () => {
  pulls = await startPullRequests();
  firstHead = await pulls.branch("one", { "1.txt": "1\n" });
  await pulls.branch("two", { "2.txt": "2\n" });
  await pulls.branch("release", { "r.txt": "r\n" });
  one = await pulls.open("one");
  two = await pulls.open("two", { parentPullRequest: { number: one.number } });
  three = await pulls.open("two", { base: "release" });
  await update(three.number, { state: "closed" });
  await pulls.branch("one", { "1.txt": "1\n1\n" });
});
afterAll(() => pulls.close());

const update = (pullNumber: string, body: BodyInputOf<typeof updatePullRequest>) =>
  pulls.test.call(updatePullRequest, { params: { ...pulls.params, pullNumber }, body });
const list = (query: QueryInputOf<typeof listPullRequests> = {}) =>
  pulls.test.call(listPullRequests, { params: pulls.params, query });
const numbers = async (query: QueryInputOf<typeof listPullRequests> = {}) =>
  (await list(query)).pullRequests.map(({ number }) => number);
const errorResponse = async (query: string) => {
  const { status, body } = await pulls.test.send("GET", `${pulls.path}/pulls?${query}`);
  return [status, body];
};

describe("List Pull Requests", () => {
  it("H-PR-18 H-PR-19 H-PR-22: filters by state, open by default", async () => {
    expect(await numbers()).toEqual([two.number, one.number]);
    expect(await numbers({ state: "closed" })).toEqual([three.number]);
    expect(await numbers({ state: "merged" })).toEqual([]);
    expect(await numbers({ state: "all" })).toEqual([three.number, two.number, one.number]);
    expect(await errorResponse("state=draft")).toMatchObject([400, { code: 3 }]);
  });

  it("H-PR-23 H-PR-24 H-PR-25 H-PR-26: filters by author id or exact email, ignoring case", async () => {
    const { user } = one.author;
    expect(await numbers({ author: user?.id ?? "" })).toHaveLength(2);
    expect(await numbers({ author: user?.email.toUpperCase() ?? "" })).toHaveLength(2);
    expect(await numbers({ author: "unknown@example.test" })).toEqual([]);
    await addUser(pulls.test.service, { email: "idle@example.test" });
    expect(await numbers({ author: "idle@example.test" })).toEqual([]);
    expect(await numbers({ author: "app_unknown" })).toEqual([]);
    for (const author of ["ada", "repohost-svc-managed-actor"]) {
      expect(await errorResponse(`author=${author}`)).toMatchObject([400, { code: 3 }]);
    }
  });

  it("H-PR-27 H-PR-28: filters by base and head, short or full", async () => {
    for (const base of ["release", "refs/heads/release"]) {
      expect(await numbers({ state: "all", base })).toEqual([three.number]);
    }
    expect(await numbers({ state: "all", head: "refs/heads/two" })).toEqual([three.number, two.number]);
    expect(await numbers({ base: "missing" })).toEqual([]);
  });

  it("H-PR-29 H-PR-30: sorts by creation or update time, in either direction", async () => {
    expect(await numbers({ state: "all", direction: "asc" })).toEqual([one.number, two.number, three.number]);
    await update(two.number, { title: "Newer" });
    expect(await numbers({ state: "all", sortBy: "updated" })).toEqual([two.number, one.number, three.number]);
    expect(await errorResponse("sortBy=title")).toMatchObject([400, { code: 3 }]);
    expect(await errorResponse("direction=up")).toMatchObject([400, { code: 3 }]);
  });

  it("H-PR-31 H-PR-32: filters by creation time, inclusively", async () => {
    const { createdAt } = two;
    expect(await numbers({ state: "all", since: createdAt })).toEqual([three.number, two.number]);
    expect(await numbers({ state: "all", until: createdAt })).toEqual([two.number, one.number]);
    expect(await numbers({ state: "all", since: createdAt, until: createdAt })).toEqual([two.number]);
    expect(await errorResponse("since=yesterday")).toMatchObject([400, { code: 3 }]);
    expect(await errorResponse("until=2026-01-01")).toMatchObject([400, { code: 3 }]);
  });

  it("H-PR-16 H-PR-33 H-PR-34: finds the full head SHA of any version, ignoring case", async () => {
    expect(await numbers({ headSha: firstHead.toUpperCase() })).toEqual([one.number]);
    expect((await list({ headSha: firstHead })).pullRequests[0]?.head.sha).not.toBe(firstHead);
    for (const headSha of [firstHead.slice(0, 10), "x", "0".repeat(40)]) expect(await numbers({ headSha })).toEqual([]);
  });

  it("H-STACK-05 H-STACK-06 H-STACK-07 H-STACK-08: lists the members of a stack", async () => {
    const stackId = two.stack?.id ?? "";
    expect(await numbers({ stackId, direction: "asc" })).toEqual([one.number, two.number]);
    await update(two.number, { state: "closed" });
    expect(await numbers({ stackId })).toEqual([one.number]);
    expect(await numbers({ stackId, state: "all" })).toEqual([two.number, one.number]);
    await update(two.number, { state: "open" });
    expect(await numbers({ stackId: `stk_${"a".repeat(26)}` })).toEqual([]);
    for (const wrong of ["stk_", "pr_aaaaaaaaaaaaaaaaaaaaaaaaaa", "1"]) {
      expect(await errorResponse(`stackId=${wrong}`)).toMatchObject([400, { code: 3 }]);
    }
  });

  it("H-PR-35: paginates without gaps, with tokens bound to the sort order", async () => {
    const listed: string[] = [];
    let pageToken = "";
    do {
      const page = await list({ state: "all", pageSize: "1", pageToken });
      listed.push(...page.pullRequests.map(({ number }) => number));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(listed).toEqual([three.number, two.number, one.number]);
    const { nextPageToken } = await list({ state: "all", pageSize: "1" });
    for (const query of ["sortBy=updated", "direction=asc"]) {
      expect(await errorResponse(`${query}&state=all&pageToken=${nextPageToken}`)).toMatchObject([400, { code: 3 }]);
    }
    const forged = { list: `pulls ${pulls.repo.id} created desc`, size: 1, after: "{" };
    const token = Buffer.from(JSON.stringify(forged)).toString("base64url");
    for (const pageToken of ["x", token]) {
      expect(await errorResponse(`pageToken=${pageToken}`)).toMatchObject([400, { code: 3 }]);
    }
  });
});

describe("List Pull Requests, of merged pull requests", () => {
  it("H-PR-20 H-PR-21: lists them as merged and closed, and closed ones only as closed", async () => {
    await pulls.branch("landing", { "landing.txt": "1\n" });
    const { number: landed } = await pulls.open("landing");
    const params = { ...pulls.params, pullNumber: landed };
    await pulls.test.call(mergePullRequest, { params, body: {} });
    expect(await numbers({ state: "merged" })).toEqual([landed]);
    expect(await numbers({ state: "closed" })).toEqual([landed, three.number]);
    expect(await numbers()).not.toContain(landed);
  });
});
