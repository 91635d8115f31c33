import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PullRequestComment } from "@/lib/contract/hosting/comment";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { getPullRequestComment } from "@/lib/contract/hosting/comments/get-pull-request-comment";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { updatePullRequestComment } from "@/lib/contract/hosting/comments/update-pull-request-comment";
import { updatePullRequestThread } from "@/lib/contract/hosting/comments/update-pull-request-thread";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import type { BodyInputOf, QueryInputOf } from "@/lib/contract/operation";
import { grants } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/users";
import { findNamespace } from "../access/namespace-access";
import { installedApp } from "../installations/testing/installation-fixture";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { fieldError } from "../testing/field-error";

let pulls: PullRequests;
let pull: PullRequest;
let teammate: string;

const tenLines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("");

beforeAll(async () => {
  pulls = await startPullRequests();
  teammate = (await addUser(pulls.test.service, { email: "mate@example.test", teamId: 1 })).key;
  await pulls.commit({ "removed.txt": "1\n2\n3\n", "old.txt": tenLines, "long.txt": tenLines }, "More files");
  await pulls.pushed("main");
  await pulls.git("switch", "--quiet", "--create", "topic");
  await pulls.git("rm", "--quiet", "removed.txt");
  await pulls.git("mv", "old.txt", "new.txt");
  await pulls.commit({ "long.txt": `changed\n${tenLines.slice("line 1\n".length)}`, "added.txt": "one\ntwo" });
  await pulls.pushed("topic");
  await pulls.git("switch", "--quiet", "main");
  pull = await pulls.open("topic");
});
afterAll(() => pulls.close());

const params = () => ({ ...pulls.params, pullNumber: pull.number });
const comment = (body: BodyInputOf<typeof createPullRequestComment>, key?: string) =>
  pulls.test.call(createPullRequestComment, { params: params(), body, ...(key ? { key } : {}) });
const post = (body: object, key = pulls.test.keys.user) =>
  pulls.test.send("POST", `${pulls.path}/pulls/${pull.number}/comments`, { body: { body: "Hm", ...body }, key });
const list = (query: QueryInputOf<typeof listPullRequestComments> = {}) =>
  pulls.test.call(listPullRequestComments, { params: params(), query });
const inline = (path: string, side: "left" | "right", startLine: number, endLine?: number) => ({
  inline: { path, side, startLine, ...(endLine === undefined ? {} : { endLine }) },
});

describe("Create Pull Request Comment", () => {
  it("H-COMMENT-02 H-THREAD-01: without a target starts a general thread", async () => {
    const created = await comment({ body: "In general" });
    expect(created).toMatchObject({
      id: expect.stringMatching(/^cmt_/),
      body: "In general",
      author: { user: { email: expect.stringContaining("@") } },
      thread: { id: expect.stringMatching(/^cth_/), path: "", startLine: 0, endLine: 0, createdAt: created.createdAt },
    });
    expect(created.thread).not.toHaveProperty("side");
    expect(created.thread).not.toHaveProperty("resolvedAt");
    expect(
      await pulls.test.call(getPullRequestComment, { params: { ...pulls.params, commentId: created.id } }),
    ).toEqual(created);
  });

  it("H-COMMENT-04 H-COMMENT-15 H-THREAD-02 H-THREAD-03: anchors to any line of a changed file", async () => {
    const { number, headSha, baseSha } = pull.version;
    const right = await comment({ body: "Far from the change", ...inline("long.txt", "right", 8, 10) });
    expect(right.thread).toMatchObject({ path: "long.txt", side: "right", startLine: 8, endLine: 10 });
    expect(right.thread.version).toEqual({ number, headSha, baseSha });
    const left = await comment({ body: "Why removed?", ...inline("removed.txt", "left", 3) });
    expect(left.thread).toMatchObject({ path: "removed.txt", side: "left", startLine: 3, endLine: 0 });
    expect((await comment({ body: "Last line", ...inline("added.txt", "right", 2) })).thread.startLine).toBe(2);
  });

  it("H-COMMENT-13 H-COMMENT-14 H-COMMENT-16 H-COMMENT-17: rejects positions that don't exist without writing anything", async () => {
    const before = (await list({ pageSize: "100" })).comments.length;
    for (const path of ["README.md", "../x", "nothing"]) {
      expect(await post(inline(path, "right", 1))).toMatchObject(fieldError("inline.path"));
    }
    expect(await post(inline("removed.txt", "right", 1))).toMatchObject(fieldError("inline.path"));
    expect(await post(inline("added.txt", "left", 1))).toMatchObject(fieldError("inline.path"));
    expect(await post(inline("added.txt", "right", 3))).toMatchObject(fieldError("inline.start_line", /has 2 lines/));
    expect(await post(inline("long.txt", "right", 9, 11))).toMatchObject(fieldError("inline.end_line", /has 10 lines/));
    expect(await post(inline("long.txt", "right", 5, 4))).toMatchObject(fieldError("inline.end_line"));
    expect(await post({ inline: { path: "long.txt", side: "middle", startLine: 1 } })).toMatchObject(
      fieldError("inline.side"),
    );
    expect((await list({ pageSize: "100" })).comments).toHaveLength(before);
  });

  it("H-COMMENT-05 H-COMMENT-18 H-COMMENT-19 H-COMMENT-20 H-COMMENT-21: anchors to a file, on the side where it has content", async () => {
    expect((await comment({ body: "File", file: { path: "removed.txt" } })).thread).toMatchObject({
      side: "left",
      startLine: 0,
    });
    for (const path of ["added.txt", "long.txt", "new.txt"]) {
      expect((await comment({ body: "File", file: { path } })).thread).toMatchObject({ path, side: "right" });
    }
    for (const path of ["old.txt", "README.md"]) {
      expect(await post({ file: { path } })).toMatchObject(fieldError("file.path"));
    }
  });

  it("H-COMMENT-07: is on the latest version at the time of the call", async () => {
    await pulls.branch("moving", { "moving.txt": "1\n" });
    const moving = await pulls.open("moving");
    const versionOf = async () => {
      const where = { ...pulls.params, pullNumber: moving.number };
      const created = await pulls.test.call(createPullRequestComment, { params: where, body: { body: "Now" } });
      return created.thread.version?.number;
    };
    const first = await versionOf();
    await pulls.branch("moving", { "moving.txt": "2\n" });
    expect([first, await versionOf()]).toEqual(["1", "2"]);
  });

  it("H-COMMENT-06 H-COMMENT-09 H-COMMENT-10 H-COMMENT-11 H-COMMENT-12 H-THREAD-11: replies, with only one target", async () => {
    const opener = await comment({ body: "Open", ...inline("long.txt", "right", 1) });
    const threadId = opener.thread.id;
    const thread = { ...pulls.params, threadId };
    await pulls.test.call(updatePullRequestThread, { params: thread, body: { resolved: true } });
    const reply = await comment({ body: "Reply", threadId });
    expect(reply.thread).toMatchObject({ id: threadId, resolvedAt: expect.any(String) });
    expect((await list({ threadIds: threadId })).comments.map(({ body }) => body)).toEqual(["Open", "Reply"]);
    const line = inline("long.txt", "right", 1);
    const file = { file: { path: "long.txt" } };
    const before = (await list()).comments.length;
    for (const targets of [
      { ...line, threadId },
      { ...line, ...file },
      { ...file, threadId },
    ]) {
      expect(await post(targets)).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect((await list()).comments).toHaveLength(before);
    expect(await post({ threadId, versionNumber: "1" })).toMatchObject(fieldError("version_number"));
    expect(await post({ threadId: "cth_none" })).toMatchObject(fieldError("thread_id"));
  });

  it("H-COMMENT-08: anchors to an older version", { tags: ["long"] }, async () => {
    await pulls.branch("moving", { "m.txt": "1\n2\n" });
    const moving = await pulls.open("moving");
    await pulls.branch("moving", { "m.txt": "1\n" });
    const at = { ...pulls.params, pullNumber: moving.number };
    const body = { body: "Then", versionNumber: "1", ...inline("m.txt", "right", 2) };
    const created = await pulls.test.call(createPullRequestComment, { params: at, body });
    expect(created.thread.version).toMatchObject({ number: "1", headSha: moving.head.sha });
    const path = `${pulls.path}/pulls/${moving.number}/comments`;
    const numbered = await pulls.test.send("POST", path, { body: { ...body, versionNumber: 1 } });
    expect(numbered.body).toMatchObject({ thread: { version: { number: "1" } } });
    for (const versionNumber of ["2", "9", 9, "9223372036854775807", 1.5, -1, "1e1", true]) {
      const response = await pulls.test.send("POST", path, { body: { ...body, versionNumber } });
      expect(response.status).toBe(400);
    }
  });

  it("H-COMMENT-01: limits the body's length and rejects an empty one", async () => {
    expect(await post({ body: "a".repeat(65_537) })).toMatchObject(fieldError("body"));
    expect(await post({ body: " " })).toMatchObject(fieldError("body"));
    expect((await post({ body: "𝔸".repeat(65_536) })).status).toBe(200);
    expect((await post({}, pulls.stranger)).status).toBe(404);
  });
});

describe("List Pull Request Comments", () => {
  it("H-COMMENT-22 H-COMMENT-23 H-COMMENT-24 H-COMMENT-25 H-COMMENT-26 H-COMMENT-27: filters, with tokens bound to the filters", async () => {
    const { comments } = await list({ pageSize: "100" });
    const [first, second] = comments;
    if (!first || !second) throw new Error("no comments");
    expect((await list({ threadIds: first.thread.id })).comments).toEqual([first]);
    const middle = second.createdAt;
    const since = (await list({ since: middle, pageSize: "100" })).comments.map(({ id }) => id);
    expect(since).toEqual(comments.filter(({ createdAt }) => createdAt >= middle).map(({ id }) => id));
    const until = (await list({ until: middle })).comments.map(({ id }) => id);
    expect(until).toEqual(comments.filter(({ createdAt }) => createdAt <= middle).map(({ id }) => id));

    const path = `${pulls.path}/pulls/${pull.number}/comments?`;
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `threadIds=cth_${index}`).join("&");
    const statusOf = async (query: string) => (await pulls.test.send("GET", path + query)).status;
    expect(await statusOf(`${ids(20)}&threadIds=cth_0`)).toBe(200);
    expect(await statusOf(ids(21))).toBe(400);
    expect(await statusOf("threadIds=")).toBe(400);
    expect(await statusOf("since=today")).toBe(400);
    expect(await statusOf("until=1")).toBe(400);

    const { nextPageToken } = await list({ pageSize: "1" });
    expect((await list({ pageToken: nextPageToken })).comments[0]?.id).toBe(second.id);
    expect(await statusOf(`pageToken=${nextPageToken}&since=2020-01-01T00:00:00Z`)).toBe(400);
    expect(await statusOf(`pageToken=${nextPageToken}&threadIds=${first.thread.id}`)).toBe(400);
  });
});

describe("a comment", () => {
  const at = (id: string) => `${pulls.path}/pulls/comments/${id}`;

  it("can only be edited by its author", async () => {
    const { id } = await comment({ body: "Mine" });
    const params = { ...pulls.params, commentId: id };
    expect((await pulls.test.call(updatePullRequestComment, { params, body: { body: "Still mine" } })).body).toBe(
      "Still mine",
    );
    const others = await pulls.test.send("PATCH", at(id), { body: { body: "x" }, key: teammate });
    expect(others).toMatchObject({ status: 403, body: { code: 7 } });
  });

  it("H-COMMENT-28 H-COMMENT-31 H-COMMENT-32 H-COMMENT-34 H-COMMENT-35 H-COMMENT-36: is deleted, with its thread if it was the last one", async () => {
    const opener = await comment({ body: "One" }, teammate);
    const reply = await comment({ body: "Two", threadId: opener.thread.id });
    const remove = (id: string, key = pulls.test.keys.user) => pulls.test.send("DELETE", at(id), { key });
    expect((await remove(opener.id, teammate)).status).toBe(204);
    expect((await list({ threadIds: opener.thread.id })).comments.map(({ id }) => id)).toEqual([reply.id]);
    expect((await remove(reply.id, teammate)).status).toBe(204);
    expect((await remove(reply.id)).status).toBe(404);
    expect((await remove("cmt_unknown")).status).toBe(404);
    expect((await remove("no-id")).status).toBe(400);
    expect(await post({ threadId: opener.thread.id })).toMatchObject(fieldError("thread_id"));
    const other = await comment({ body: "x" });
    expect((await remove(other.id, pulls.stranger)).status).toBe(404);
  });
});

describe("deleting a comment", () => {
  it("succeeds once when several requests arrive together", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await comment({ body: "Once" });
      const remove = () => pulls.test.send("DELETE", `${pulls.path}/pulls/comments/${id}`, {});
      const statuses = (await Promise.all([remove(), remove(), remove(), remove()])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([204, 404, 404, 404]);
    }
  });

  it("H-COMMENT-33: is allowed for its author and users with write access", async () => {
    const { test, params: owner } = pulls;
    const outsider = await addUser(test.service, { email: "reader@example.test" });
    const [row] = await test.service.db.select().from(users).where(eq(users.id, outsider.userId));
    await test.service.db.insert(grants).values({
      namespaceId: (await findNamespace(test.service, owner.ownerSlug))?.id ?? "",
      repositoryId: pulls.repo.id,
      principalKind: "user",
      principalId: row?.actorId ?? "",
      permission: "read",
      createdAt: 0,
    });
    const remove = (id: string, key: string) => test.send("DELETE", `${pulls.path}/pulls/comments/${id}`, { key });
    const [mine, others] = [await comment({ body: "Mine" }), await comment({ body: "Theirs" }, outsider.key)];
    expect(await remove(mine.id, outsider.key)).toMatchObject({ status: 403, body: { code: 7 } });
    expect((await remove(others.id, outsider.key)).status).toBe(204);
    expect((await remove(mine.id, teammate)).status).toBe(204);

    const scopes = ["repository:pull_requests:reviews:write"];
    const withoutContents = (await installedApp(test, { scopes })).token;
    const withContents = (await installedApp(test, { scopes: [...scopes, "repository:contents:write"] })).token;
    const other = await comment({ body: "Other" });
    const own = await comment({ body: "An app's" }, withoutContents);
    expect(await remove(other.id, withoutContents)).toMatchObject({ status: 403, body: { code: 7 } });
    expect((await remove(own.id, withoutContents)).status).toBe(204);
    expect((await remove(other.id, withContents)).status).toBe(204);
  });

  it("H-COMMENT-29 H-COMMENT-30 H-THREAD-06: requires the review write scope, like resolving a thread, and costs 5 points", async () => {
    const { test } = pulls;
    const created = await comment({ body: "x" });
    const remove = (key?: string) =>
      test.send("DELETE", `${pulls.path}/pulls/comments/${created.id}`, { ...(key ? { key } : {}) });
    const resolve = (key: string) =>
      test.send("PATCH", `${pulls.path}/pulls/threads/${created.thread.id}`, { key, body: { resolved: true } });
    for (const scope of ["repository:pull_requests:reviews:read", "repository:contents:write"]) {
      const { token } = await installedApp(test, { scopes: [scope] });
      for (const response of [await remove(token), await resolve(token)]) {
        expect(response).toMatchObject({
          status: 403,
          body: { message: expect.stringContaining("repository:pull_requests:reviews:write") },
        });
      }
    }
    const { token } = await installedApp(test, { scopes: ["repository:pull_requests:reviews:write"] });
    expect((await resolve(token)).status).toBe(200);
    const used = async () => (await test.call(getRateLimit)).rate.used;
    const before = await used();
    expect((await remove()).status).toBe(204);
    expect((await used()) - before).toBe(5);
  });
});

describe("a thread", () => {
  it("H-THREAD-05 H-THREAD-07 H-THREAD-08 H-THREAD-09 H-THREAD-10 H-THREAD-12: can be resolved and reopened repeatedly", async () => {
    const { thread } = PullRequestComment.parse(await comment({ body: "To settle" }));
    const set = (resolved: boolean) =>
      pulls.test.call(updatePullRequestThread, {
        params: { ...pulls.params, threadId: thread.id },
        body: { resolved },
      });
    const resolved = await set(true);
    expect(resolved.resolvedAt).toBe(resolved.updatedAt);
    expect(await set(true)).toEqual(resolved);
    const reopened = await set(false);
    expect(reopened).not.toHaveProperty("resolvedAt");
    expect(await set(false)).toEqual(reopened);
    const patch = (path: string, key = pulls.test.keys.user) =>
      pulls.test.send("PATCH", path, { body: { resolved: true }, key });
    expect((await patch(`${pulls.path}/pulls/threads/cth_none`)).status).toBe(404);
    expect((await patch(`${pulls.path}/pulls/threads/${thread.id}`, pulls.stranger)).status).toBe(404);
    const { ownerSlug } = pulls.params;
    await pulls.test.call(createRepo, { params: { ownerSlug }, body: { name: "elsewhere" } });
    const elsewhere = `/v1/repohost/repos/${ownerSlug}/elsewhere/pulls/threads/${thread.id}`;
    expect(await patch(elsewhere)).toMatchObject({ status: 404, body: { code: 5 } });
    expect(await set(false)).toEqual(reopened);
  });
});
