import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { putGroup } from "@/lib/contract/admin/grants/put-group";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { listRequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import { requestReviewers } from "@/lib/contract/hosting/reviewers/request-reviewers";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { dismissPullRequestReview } from "@/lib/contract/hosting/reviews/dismiss-pull-request-review";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import { updatePullRequestReview } from "@/lib/contract/hosting/reviews/update-pull-request-review";
import type { BodyInputOf, QueryInputOf } from "@/lib/contract/operation";
import { apiKeys, users } from "../../core/store/tables/users";
import { installedApp } from "../installations/testing/installation-fixture";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addReader, addUser } from "../repositories/testing/repository-fixture";

let pulls: PullRequests;
let pull: PullRequest;
let reviewer: { key: string; id: string; email: string };

beforeAll(async () => {
  pulls = await startPullRequests();
  const email = "Rita@example.test";
  const { key, userId } = await addUser(pulls.test.service, { email, teamId: 1 });
  const rows = await pulls.test.service.db.select().from(users);
  reviewer = { key, email, id: rows.find(({ id }) => id === userId)?.actorId ?? "" };
  await pulls.branch("topic", { "a.txt": "1\n2\n3\n" });
});
afterAll(() => pulls.close());
beforeEach(async () => {
  pull = await pulls.open("topic");
});

const params = () => ({ ...pulls.params, pullNumber: pull.number });
const review = (body: BodyInputOf<typeof createPullRequestReview>, key = reviewer.key) =>
  pulls.test.call(createPullRequestReview, { params: params(), body, key });
const post = (body: object, key = reviewer.key) =>
  pulls.test.send("POST", `${pulls.path}/pulls/${pull.number}/reviews`, { body, key });
const list = async () => (await pulls.test.call(listPullRequestReviews, { params: params() })).reviews;
const comments = async () => (await pulls.test.call(listPullRequestComments, { params: params() })).comments;
const requested = () => pulls.test.call(listRequestedReviewers, { params: params() });
const requestReview = (body: BodyInputOf<typeof requestReviewers>) =>
  pulls.test.call(requestReviewers, { params: params(), body });
const reviewers = (method: string, body: object, key = pulls.test.keys.user) =>
  pulls.test.send(method, `${pulls.path}/pulls/${pull.number}/requested_reviewers`, { body, key });

describe("Create Pull Request Review", () => {
  it("H-REVIEW-01 H-REVIEW-03 H-REVIEW-05: returns the review", async () => {
    const { number, headSha, baseSha } = pull.version;
    const created = await review({ verdict: "approve", body: "Good" });
    expect(created).toMatchObject({
      id: expect.stringMatching(/^rev_/),
      verdict: "approve",
      body: "Good",
      submittedAt: expect.any(String),
      author: { user: { id: reviewer.id } },
    });
    expect(created.pullRequestVersion).toEqual({ number, headSha, baseSha });
    expect(created).not.toHaveProperty("dismissal");
    expect(await list()).toEqual([created]);
  });

  it("H-REVIEW-06 H-REVIEW-07: publishes all kinds of comments with it", async () => {
    const opener = await review({ verdict: "comment", comments: [{ body: "First" }] });
    const [first] = await comments();
    await review({
      verdict: "request_changes",
      comments: [
        { body: "Line", inline: { path: "a.txt", side: "right", startLine: 2 } },
        { body: "File", file: { path: "a.txt" } },
        { body: "Reply", threadId: first?.thread.id ?? "" },
        { body: "General" },
      ],
    });
    const all = await comments();
    expect(all.map(({ body }) => body).sort()).toEqual(["File", "First", "General", "Line", "Reply"]);
    const threadOf = (text: string) => all.find(({ body }) => body === text)?.thread;
    expect(threadOf("Reply")?.id).toBe(first?.thread.id);
    expect(threadOf("Line")).toMatchObject({ path: "a.txt", startLine: 2 });
    expect(threadOf("File")).toMatchObject({ path: "a.txt", startLine: 0 });
    expect(threadOf("General")?.path).toBe("");
    expect((await list()).map(({ id }) => id)).toContain(opener.id);
  });

  it("H-REVIEW-08 H-REVIEW-09: publishes nothing with an invalid comment or too many comments", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ body: `n ${index}` }));
    expect(await post({ verdict: "comment", comments: many(51) })).toMatchObject({ status: 400, body: { code: 3 } });
    const bad = { body: "Where?", inline: { path: "a.txt", side: "right", startLine: 4 } };
    expect(await post({ verdict: "approve", comments: [{ body: "Fine" }, bad] })).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field: "comments[1].inline.start_line" }] }, {}] },
    });
    expect(await post({ verdict: "perhaps" })).toMatchObject({ status: 400 });
    expect([await list(), await comments()]).toEqual([[], []]);
    expect((await post({ verdict: "comment", comments: many(50) })).status).toBe(200);
    expect((await post({ verdict: "comment" }, pulls.stranger)).status).toBe(404);
  });

  it("H-REVIEW-10: creates a new review each time, and a newer verdict supersedes the author's earlier one", async () => {
    const first = await review({ verdict: "request_changes" });
    await review({ verdict: "comment", body: "By the way" });
    const second = await review({ verdict: "approve" });
    const third = await review({ verdict: "approve" });
    const dismissed = (await list()).filter(({ dismissal }) => dismissal).map(({ id }) => id);
    expect(dismissed).toEqual([first.id, second.id]);
    expect((await list()).find(({ id }) => id === first.id)?.dismissal).toMatchObject({
      dismissedBy: { user: { id: reviewer.id } },
      message: expect.stringContaining("Superseded"),
    });
    expect((await list()).at(-1)).toEqual(third);
  });

  it("rejects approving your own pull request", async () => {
    expect(await post({ verdict: "approve" }, pulls.test.keys.user)).toMatchObject({ status: 400, body: { code: 9 } });
    expect((await post({ verdict: "comment" }, pulls.test.keys.user)).status).toBe(200);
  });
});

describe("a review", () => {
  it("can only be edited by its author, and not to an empty body", async () => {
    const { id } = await review({ verdict: "comment", body: "Was" });
    const at = { ...params(), reviewId: id };
    const changed = await pulls.test.call(updatePullRequestReview, {
      params: at,
      body: { body: "Is" },
      key: reviewer.key,
    });
    expect(changed.body).toBe("Is");
    const path = `${pulls.path}/pulls/${pull.number}/reviews/${id}`;
    const patch = (body: string, key: string) => pulls.test.send("PATCH", path, { body: { body }, key });
    expect((await patch("x", pulls.test.keys.user)).status).toBe(403);
    expect((await patch(" ", reviewer.key)).status).toBe(400);
    const other = await pulls.open("topic");
    const otherPath = `${pulls.path}/pulls/${other.number}/reviews/${id}`;
    expect((await pulls.test.send("PATCH", otherPath, { body: { body: "x" }, key: reviewer.key })).status).toBe(404);
  });

  it("H-REVIEW-02: can be dismissed once, with a reason, if it has a verdict", async () => {
    const { id } = await review({ verdict: "approve" });
    const at = { ...params(), reviewId: id };
    const dismissed = await pulls.test.call(dismissPullRequestReview, { params: at, body: { message: "Too early" } });
    expect(dismissed.dismissal).toMatchObject({ message: "Too early", dismissedBy: pull.author });
    const put = (reviewId: string, message: string) =>
      pulls.test.send("PUT", `${pulls.path}/pulls/${pull.number}/reviews/${reviewId}/dismissals`, {
        body: { message },
      });
    expect(await put(id, "Again")).toMatchObject({ status: 400, body: { code: 9 } });
    expect((await list())[0]?.dismissal?.message).toBe("Too early");
    const commentReview = await review({ verdict: "comment", body: "x" });
    expect(await put(commentReview.id, "No")).toMatchObject({ status: 400, body: { code: 9 } });
    expect((await put(commentReview.id, " ")).status).toBe(400);
    expect((await put("rev_none", "x")).status).toBe(404);
  });

  it("requires write permission to dismiss", async () => {
    const { id } = await review({ verdict: "approve" });
    const path = `${pulls.path}/pulls/${pull.number}/reviews/${id}/dismissals`;
    const key = await addReader(pulls.test.service, pulls.repo);
    const denied = await pulls.test.send("PUT", path, { key, body: { message: "No" } });
    expect(denied).toMatchObject({ status: 403, body: { code: 7 } });
    expect((await list())[0]).not.toHaveProperty("dismissal");
  });
});

describe("List Pull Request Reviews", () => {
  it("lists reviews in pages, oldest first", async () => {
    const submitted: string[] = [];
    for (const body of ["One", "Two", "Three"]) submitted.push((await review({ verdict: "comment", body })).id);
    const page = (query: QueryInputOf<typeof listPullRequestReviews>) =>
      pulls.test.call(listPullRequestReviews, { params: params(), query });
    const first = await page({ pageSize: "2" });
    const second = await page({ pageToken: first.nextPageToken });
    expect([...first.reviews, ...second.reviews].map(({ id }) => id)).toEqual(submitted);
    expect([first.reviews.length, second.nextPageToken]).toEqual([2, ""]);
    expect(first.pullRequest).toMatchObject({ id: pull.id, number: pull.number });
  });
});

describe("requested reviewers", () => {
  it("H-RVR-04 H-RVR-07 H-RVR-11 H-RVR-12 H-RVR-20 H-RVR-19: are requested by id or email, review, and can be requested again", async () => {
    expect(await requestReview({ users: [reviewer.id] })).toEqual({
      users: [{ id: reviewer.id, email: reviewer.email }],
      groups: [],
    });
    expect((await requestReview({ users: [reviewer.email.toLowerCase()] })).users).toHaveLength(1);
    expect((await requested()).users).toHaveLength(1);
    await review({ verdict: "comment", body: "Seen" });
    expect((await requested()).users).toEqual([]);
    await requestReview({ users: [reviewer.id] });
    expect((await requested()).users).toMatchObject([{ id: reviewer.id }]);
  });

  it("stay requested until they submit a review, regardless of comments", async () => {
    await requestReview({ users: [reviewer.id] });
    const key = reviewer.key;
    const params = { ...pulls.params, pullNumber: pull.number };
    await pulls.test.call(createPullRequestComment, { key, params, body: { body: "Looking" } });
    const path = `${pulls.path}/pulls/${pull.number}/reviews`;
    const wrong = { verdict: "approve", comments: [{ body: "Here", file: { path: "nowhere.txt" } }] };
    expect((await pulls.test.send("POST", path, { key, body: wrong })).status).toBe(400);
    expect((await requested()).users).toMatchObject([{ id: reviewer.id }]);
    await review({ verdict: "comment", body: "Seen" });
    expect((await requested()).users).toEqual([]);
  });

  it("H-RVR-15 H-RVR-16 H-RVR-18: must be eligible users", async () => {
    for (const users of [["Rita"], ["unknown@example.test"], ["user_none"], [""], []]) {
      expect(await reviewers("POST", { users }), JSON.stringify(users)).toMatchObject({
        status: 400,
        body: { code: 3 },
      });
    }
    expect(await reviewers("POST", { users: ["stranger@example.test"] })).toMatchObject({
      status: 403,
      body: { code: 7 },
    });
    expect(await reviewers("POST", { users: [reviewer.id, "unknown"] })).toMatchObject({ status: 400 });
    expect((await requested()).users).toEqual([]);
  });

  it("H-RVR-09 H-RVR-23: can be removed, even if never requested", async () => {
    await requestReview({ users: [reviewer.id] });
    expect((await reviewers("DELETE", { users: ["stranger@example.test"] })).status).toBe(204);
    expect((await requested()).users).toHaveLength(1);
    expect((await reviewers("DELETE", { users: [reviewer.email] })).status).toBe(204);
    expect((await requested()).users).toEqual([]);
    expect((await reviewers("DELETE", { users: ["unknown"] })).status).toBe(400);
  });

  it("H-RVR-24: can be removed by id once they are no longer eligible", async () => {
    await requestReview({ users: [reviewer.id] });
    const setActive = (isActive: boolean) =>
      pulls.test.send("PUT", `/admin/v1/teams/1/users/${reviewer.email}`, {
        key: pulls.test.keys.admin,
        body: { isActive },
      });
    expect((await setActive(false)).status).toBe(200);
    expect((await reviewers("POST", { users: [reviewer.id] })).status).toBe(403);
    expect((await reviewers("DELETE", { users: [reviewer.id] })).status).toBe(204);
    expect((await requested()).users).toEqual([]);
    expect((await setActive(true)).status).toBe(200);
  });

  it("H-RVR-03 H-RVR-13 H-RVR-14 H-RVR-21: can be groups, whose requests are completed by a current member's review", async () => {
    const { test } = pulls;
    const group = async (slug: string, members: string[], teamId = "1") =>
      (await test.call(putGroup, { params: { teamId, slug }, body: { members }, key: test.keys.admin })).id;
    const [readers, others] = [await group("readers", [reviewer.email]), await group("others", [])];
    expect(await requestReview({ groups: [readers] })).toEqual({
      users: [],
      groups: [{ id: readers, slug: "readers" }],
    });
    expect(await requestReview({ groups: ["Others"] })).toEqual({
      users: [],
      groups: [{ id: others, slug: "others" }],
    });
    expect((await requestReview({ groups: ["acme/readers"] })).groups).toEqual([{ id: readers, slug: "readers" }]);
    expect((await requested()).groups.map(({ id }) => id).sort()).toEqual([readers, others].sort());
    await review({ verdict: "comment", body: "Seen" });
    expect((await requested()).groups).toEqual([{ id: others, slug: "others" }]);

    await group("readers", []);
    await requestReview({ groups: [readers] });
    await review({ verdict: "comment", body: "Former member" });
    expect((await requested()).groups.map(({ id }) => id).sort()).toEqual([readers, others].sort());
    expect((await reviewers("DELETE", { groups: ["readers", "others"] })).status).toBe(204);
    expect((await requested()).groups).toEqual([]);

    const stranger = await addUser(test.service, { email: "far@example.test" });
    const foreign = await group("far", ["far@example.test"], String(stranger.teamId));
    expect(await reviewers("POST", { groups: [foreign] })).toMatchObject({ status: 403, body: { code: 7 } });
    for (const groups of [["far"], ["grp_none"], ["Readers of it"]]) {
      expect(await reviewers("POST", { groups })).toMatchObject({ status: 400, body: { code: 3 } });
    }
  });

  it("H-RVR-17: reject ambiguous identifiers", async () => {
    await addUser(pulls.test.service, { email: reviewer.id, teamId: 1 });
    expect(await reviewers("POST", { users: [reviewer.id] })).toMatchObject({ status: 400, body: { code: 3 } });
    await pulls.test.service.db.delete(apiKeys).where(eq(apiKeys.name, reviewer.id));
    await pulls.test.service.db.delete(users).where(eq(users.email, reviewer.id));
    expect((await requestReview({ users: [reviewer.id] })).users).toHaveLength(1);
  });

  it("H-RVR-02: have an empty email if the account has none", async () => {
    const { userId } = await addUser(pulls.test.service, { email: "", teamId: 1 });
    const [row] = await pulls.test.service.db.select().from(users).where(eq(users.id, userId));
    expect((await requestReview({ users: [row?.actorId ?? ""] })).users).toEqual([{ id: row?.actorId, email: "" }]);
  });

  it("H-RVR-06 H-RVR-08 H-RVR-10: require the review read scope to list and the write scope to change", async () => {
    const path = `${pulls.path}/pulls/${pull.number}/requested_reviewers`;
    const body = { users: [reviewer.id] };
    const statuses = async (scope: string) => {
      const { token: key } = await installedApp(pulls.test, { scopes: [scope] });
      const responses = [
        await pulls.test.send("GET", path, { key }),
        await pulls.test.send("POST", path, { key, body }),
        await pulls.test.send("DELETE", path, { key, body }),
      ];
      return responses.map(({ status }) => status);
    };
    expect(await statuses("repository:pull_requests:reviews:read")).toEqual([200, 403, 403]);
    expect(await statuses("repository:pull_requests:reviews:write")).toEqual([200, 200, 204]);
    expect(await statuses("repository:pull_requests:write")).toEqual([403, 403, 403]);
  });
});
