import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { putGroup } from "@/lib/contract/admin/grants/put-group";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { updatePullRequestThread } from "@/lib/contract/hosting/comments/update-pull-request-thread";
import { addPullRequestLabels } from "@/lib/contract/hosting/labels/add-pull-request-labels";
import { createLabel } from "@/lib/contract/hosting/labels/create-label";
import { deleteLabel } from "@/lib/contract/hosting/labels/delete-label";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { listPullRequestTimeline } from "@/lib/contract/hosting/pulls/list-pull-request-timeline";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import { removeRequestedReviewers } from "@/lib/contract/hosting/reviewers/remove-requested-reviewers";
import { requestReviewers } from "@/lib/contract/hosting/reviewers/request-reviewers";
import type { BodyInputOf } from "@/lib/contract/operation";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { followPendingRefUpdates } from "./follow-ref-updates";
import { type PullRequests, startPullRequests } from "./testing/pull-fixture";

let pulls: PullRequests;

beforeAll(async () => {
  pulls = await startPullRequests();
});
afterAll(() => pulls.close());

const params = ({ number }: Pick<PullRequest, "number">) => ({ ...pulls.params, pullNumber: number });
const timeline = async (pull: PullRequest, query: { pageSize?: string; pageToken?: string } = {}) =>
  pulls.test.call(listPullRequestTimeline, { params: params(pull), query });
const update = (pull: PullRequest, body: BodyInputOf<typeof updatePullRequest>) =>
  pulls.test.call(updatePullRequest, { params: params(pull), body });
const types = async (pull: PullRequest) => (await timeline(pull)).events.map(({ type }) => type);
const versionOf = async (pull: PullRequest) =>
  (await pulls.test.call(getPullRequest, { params: params(pull) })).version.number;

let count = 0;
async function open(): Promise<PullRequest> {
  count += 1;
  await pulls.branch(`change-${count}`, { [`${count}.txt`]: "1\n" });
  return pulls.open(`change-${count}`);
}

describe("List Pull Request Timeline", () => {
  it("starts with the opening, by its author and with the first version", async () => {
    const pull = await open();
    const { events } = await timeline(pull);
    expect(events).toEqual([
      {
        id: expect.any(String),
        type: "opened",
        createdAt: expect.any(String),
        actor: pull.author,
        version: { number: "1", headSha: pull.head.sha, baseSha: pull.base.sha },
      },
    ]);
  });

  it("lists pushes with their versions and commits, and marks force pushes", { tags: ["long"] }, async () => {
    const pull = await open();
    const second = await pulls.branch(pull.head.ref, { "second.txt": "2\n" });
    await expect.poll(() => versionOf(pull)).toBe("2");
    await pulls.git("switch", "--quiet", "--create", `rewritten-${count}`, "main");
    await pulls.commit({ "a.txt": "a\n" });
    const third = await pulls.commit({ "b.txt": "b\n" });
    await pulls.pushed(`+rewritten-${count}:${pull.head.ref}`);
    await pulls.git("switch", "--quiet", "main");
    await expect.poll(() => versionOf(pull)).toBe("3");
    const [, ...pushes] = (await timeline(pull)).events;
    expect(pushes).toMatchObject([
      {
        type: "pushed",
        actor: pull.author,
        version: { number: "2", headSha: second },
        push: { before: pull.head.sha, after: second, forced: false, commits: 1 },
      },
      {
        type: "pushed",
        actor: pull.author,
        version: { number: "3", headSha: third },
        push: { before: second, after: third, forced: true, commits: 2 },
      },
    ]);
  });

  it("lists changes of title, description, base, draft and state, but not updates that change nothing", {
    tags: ["long"],
  }, async () => {
    const pull = await open();
    await pulls.branch(`base-${count}`, {}, "main");
    await update(pull, { title: pull.title, body: pull.body });
    await update(pull, { title: pull.title, body: "New text" });
    await update(pull, { title: "Better" });
    await update(pull, { base: `base-${count}` });
    await update(pull, { draft: true });
    await update(pull, { draft: true });
    await update(pull, { draft: false });
    await update(pull, { state: "closed" });
    await update(pull, { state: "open" });
    const { events } = await timeline(pull);
    expect(events.map(({ type, change, version }) => [type, change, version?.number])).toEqual([
      ["opened", undefined, "1"],
      ["description_changed", undefined, undefined],
      ["title_changed", { from: pull.title, to: "Better" }, undefined],
      ["base_changed", { from: "main", to: `base-${count}` }, "2"],
      ["converted_to_draft", undefined, undefined],
      ["marked_ready", undefined, undefined],
      ["closed", undefined, undefined],
      ["reopened", undefined, undefined],
    ]);
    expect(events.every(({ actor }) => actor?.user?.id === pull.author.user?.id)).toBe(true);
  });

  it("lists changes of the stack parent", async () => {
    const [parent, pull] = [await open(), await open()];
    await update(pull, { parentPullRequest: { number: parent.number } });
    await update(pull, { parentPullRequest: { number: parent.number } });
    await update(pull, { parentPullRequest: { clear: true } });
    const { events } = await timeline(pull);
    expect(events.map(({ type, parentPullRequest }) => [type, parentPullRequest])).toEqual([
      ["opened", undefined],
      ["stack_parent_changed", { number: parent.number }],
      ["stack_parent_changed", undefined],
    ]);
    expect(events[1]?.actor).toEqual(pull.author);
    // A base that is the head of another pull request makes that one the parent.
    await update(pull, { base: parent.head.ref });
    const types = (await timeline(pull)).events.map(({ type, parentPullRequest }) => [type, parentPullRequest]);
    expect(types.slice(3)).toEqual([
      ["base_changed", undefined],
      ["stack_parent_changed", { number: parent.number }],
    ]);
  });

  it("says why the service closed a pull request", async () => {
    const pull = await open();
    await pulls.pushed(`:${pull.head.ref}`);
    await expect
      .poll(async () => (await timeline(pull)).events.at(-1))
      .toMatchObject({
        type: "closed",
        closeReason: "head_deleted",
        actor: pull.author,
      });
  });

  it("lists labels as they were, and requested reviewers", async () => {
    const pull = await open();
    const label = { name: `label-${count}`, color: "ff0000" };
    await pulls.test.call(createLabel, { params: pulls.params, body: label });
    await pulls.test.call(addPullRequestLabels, { params: params(pull), body: { labels: [label.name] } });
    await pulls.test.call(deleteLabel, { params: { ...pulls.params, labelName: label.name } });
    const body = { users: [pull.author.user?.email ?? ""], groups: [] };
    await pulls.test.call(requestReviewers, { params: params(pull), body });
    await pulls.test.call(requestReviewers, { params: params(pull), body });
    await pulls.test.call(removeRequestedReviewers, { params: params(pull), body });
    const { events } = await timeline(pull);
    const { performedVia: _via, ...user } = pull.author.user ?? { id: "", email: "" };
    expect(events.slice(1)).toMatchObject([
      { type: "labeled", label },
      { type: "unlabeled", label },
      { type: "review_requested", reviewer: { user } },
      { type: "review_request_removed", reviewer: { user } },
    ]);
  });

  it("lists requested groups by id and slug", async () => {
    const pull = await open();
    const { test } = pulls;
    const group = { params: { teamId: "1", slug: "readers" }, body: { members: [] }, key: test.keys.admin };
    const { id } = await test.call(putGroup, group);
    await test.call(requestReviewers, { params: params(pull), body: { groups: [id] } });
    const requested = (await timeline(pull)).events.at(-1);
    expect(requested).toMatchObject({ type: "review_requested", actor: pull.author });
    expect(requested?.reviewer).toEqual({ group: { id, slug: "readers" } });
  });

  it("ends with the merge, and pages in order", async () => {
    const pull = await open();
    await update(pull, { title: "Merged" });
    await pulls.test.call(mergePullRequest, { params: params(pull), body: {} });
    const first = await timeline(pull, { pageSize: "2" });
    const second = await timeline(pull, { pageToken: first.nextPageToken });
    expect([...first.events, ...second.events].map(({ type }) => type)).toEqual(["opened", "title_changed", "merged"]);
    expect(second.events[0]?.actor).toEqual(pull.author);
    expect(second.nextPageToken).toBe("");
    expect(await git(pulls.dir, "log", "-1", "--format=%s", "main")).toContain(`#${pull.number}`);
  });

  it("lists resolved and reopened threads, but not requests that change nothing", async () => {
    const pull = await open();
    const created = await pulls.test.call(createPullRequestComment, {
      params: params(pull),
      body: { body: "Why?", inline: { path: `${count}.txt`, side: "right", startLine: 1 } },
    });
    const general = await pulls.test.call(createPullRequestComment, { params: params(pull), body: { body: "Hello" } });
    const resolve = (threadId: string, resolved: boolean) =>
      pulls.test.call(updatePullRequestThread, { params: { ...pulls.params, threadId }, body: { resolved } });
    await Promise.all([resolve(created.thread.id, true), resolve(created.thread.id, true)]);
    await resolve(created.thread.id, false);
    await resolve(created.thread.id, false);
    await resolve(general.thread.id, true);
    const { events } = await timeline(pull);
    expect(events.slice(1).map(({ type, thread, actor }) => ({ type, thread, actor }))).toEqual([
      { type: "thread_resolved", thread: { id: created.thread.id, path: `${count}.txt` }, actor: pull.author },
      { type: "thread_reopened", thread: { id: created.thread.id, path: `${count}.txt` }, actor: pull.author },
      { type: "thread_resolved", thread: { id: general.thread.id }, actor: pull.author },
    ]);
  });

  it("lists when the head branch of a merged pull request is deleted and restored, at its last commit only", async () => {
    const pull = await open();
    const { sha } = pull.head;
    await pulls.test.call(mergePullRequest, { params: params(pull), body: {} });
    await pulls.pushed(`:${pull.head.ref}`);
    await expect.poll(() => types(pull)).toEqual(["opened", "merged", "head_branch_deleted"]);
    await pulls.pushed(`main:${pull.head.ref}`);
    await pulls.pushed(`:${pull.head.ref}`);
    await pulls.pushed(`${sha}:refs/heads/${pull.head.ref}`);
    await expect.poll(() => types(pull)).toEqual(["opened", "merged", "head_branch_deleted", "head_branch_restored"]);
    const { events } = await timeline(pull);
    expect(events.at(-1)?.actor).toEqual(pull.author);
    await pulls.pushed(`:${pull.head.ref}`);
    await expect
      .poll(async () => (await types(pull)).slice(3))
      .toEqual(["head_branch_restored", "head_branch_deleted"]);
  });

  it("lists that the branch of a closed pull request was restored, and nothing for a repeated update", async () => {
    const pull = await open();
    await pulls.pushed(`:${pull.head.ref}`);
    await expect.poll(() => types(pull)).toEqual(["opened", "closed"]);
    await pulls.pushed(`${pull.head.sha}:refs/heads/${pull.head.ref}`);
    await expect.poll(() => types(pull)).toEqual(["opened", "closed", "head_branch_restored"]);
    const { service } = pulls.test;
    const [restored] = await service.db.select().from(refUpdates).orderBy(desc(refUpdates.id)).limit(1);
    expect(restored).toMatchObject({ ref: `refs/heads/${pull.head.ref}`, after: pull.head.sha, followed: true });
    await service.db
      .update(refUpdates)
      .set({ followed: false })
      .where(eq(refUpdates.id, restored?.id ?? 0));
    await followPendingRefUpdates(service);
    expect(await types(pull)).toEqual(["opened", "closed", "head_branch_restored"]);
  });

  it("records nothing for changes that fail, and isn't readable without access", { tags: ["long"] }, async () => {
    const pull = await open();
    const path = `${pulls.path}/pulls/${pull.number}`;
    await pulls.test.send("PATCH", path, { body: { base: "none" } });
    await pulls.test.send("POST", `${path}/merge`, { body: { expectedHeadSha: "1".repeat(40) } });
    expect(await types(pull)).toEqual(["opened"]);
    expect((await pulls.test.send("GET", `${path}/timeline`, { key: pulls.stranger })).status).toBe(404);
    const other = await open();
    const { nextPageToken } = await timeline(await titled(other), { pageSize: "1" });
    const query = new URLSearchParams({ pageToken: nextPageToken });
    expect((await pulls.test.send("GET", `${path}/timeline?${query}`)).status).toBe(400);
  });
});

async function titled(pull: PullRequest): Promise<PullRequest> {
  await update(pull, { title: "Changed" });
  return pull;
}
