import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { listRequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import { requestReviewers } from "@/lib/contract/hosting/reviewers/request-reviewers";
import { deletePullRequestReviewDraft } from "@/lib/contract/hosting/reviews/delete-pull-request-review-draft";
import { getPullRequestReviewDraft } from "@/lib/contract/hosting/reviews/get-pull-request-review-draft";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import { putPullRequestReviewDraft } from "@/lib/contract/hosting/reviews/put-pull-request-review-draft";
import { submitPullRequestReviewDraft } from "@/lib/contract/hosting/reviews/submit-pull-request-review-draft";
import type { BodyInputOf } from "@/lib/contract/operation";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addUser } from "../repositories/testing/repository-fixture";

const email = "reviewer@example.test";
let pulls: PullRequests;
let pull: PullRequest;
let key = "";
let count = 0;

beforeAll(async () => {
  pulls = await startPullRequests();
  ({ key } = await addUser(pulls.test.service, { email, teamId: 1 }));
});
afterAll(() => pulls.close());
afterEach(() => pulls.test.send("DELETE", address("review_draft"), { key }));

const params = () => ({ ...pulls.params, pullNumber: pull.number });
const address = (rest: string) => `${pulls.path}/pulls/${pull.number}/${rest}`;
const put = (body: BodyInputOf<typeof putPullRequestReviewDraft>) =>
  pulls.test.call(putPullRequestReviewDraft, { params: params(), body, key });
const shown = async (as = pulls.test.keys.user) => ({
  reviews: (await pulls.test.call(listPullRequestReviews, { params: params(), key: as })).reviews,
  comments: (await pulls.test.call(listPullRequestComments, { params: params(), query: { pageSize: "100" }, key: as }))
    .comments,
});
const pending = async () => {
  const { users } = await pulls.test.call(listRequestedReviewers, { params: params() });
  return users.map((user) => user.email);
};

async function openPull() {
  count += 1;
  await pulls.branch(`draft-${count}`, { "a.txt": `one ${count}\n` });
  pull = await pulls.open(`draft-${count}`);
}

const inline = { inline: { path: "a.txt", side: "right" as const, startLine: 1 }, body: "Why?" };

describe("an unsubmitted review", () => {
  it("H-REVIEW-04 has no submitted_at until it is submitted, and keeps its id", { tags: ["long"] }, async () => {
    await openPull();
    const draft = await put({ verdict: "request_changes", body: "Not yet", comments: [inline] });
    expect(draft).not.toHaveProperty("submitted_at");
    expect(draft).not.toHaveProperty("submittedAt");
    expect(draft).toMatchObject({ verdict: "request_changes", body: "Not yet", comments: [inline] });
    const submitted = await pulls.test.call(submitPullRequestReviewDraft, { params: params(), body: {}, key });
    expect(submitted).toMatchObject({
      id: draft.id,
      verdict: "request_changes",
      body: "Not yet",
      submitted_at: expect.any(String),
    });
    expect(submitted.submitted_at).toBe(submitted.submittedAt);
    expect(await shown()).toMatchObject({ reviews: [{ id: draft.id }], comments: [{ body: "Why?" }] });
    expect((await pulls.test.send("GET", address("review_draft"), { key })).status).toBe(404);
  });

  it("H-RVR-22 leaves the request pending, which submitting it completes", async () => {
    await openPull();
    await pulls.test.call(requestReviewers, { params: params(), body: { users: [email] } });
    await put({ verdict: "approve" });
    expect(await pending()).toEqual([email]);
    await pulls.test.call(submitPullRequestReviewDraft, { params: params(), body: {}, key });
    expect(await pending()).toEqual([]);
  });

  it("is shown to its author only, comments included", async () => {
    await openPull();
    await put({ body: "Secret thought", comments: [inline, { body: "General" }] });
    for (const as of [pulls.test.keys.user, key]) expect(await shown(as)).toEqual({ reviews: [], comments: [] });
    expect((await pulls.test.send("GET", address("review_draft"))).status).toBe(404);
    expect(await pulls.test.call(getPullRequestReviewDraft, { params: params(), key })).toMatchObject({
      body: "Secret thought",
      comments: [inline, { body: "General" }],
    });
  });

  it("is replaced by a later one, and can be discarded", async () => {
    await openPull();
    const first = await put({ body: "One" });
    expect(first.verdict).toBe("comment");
    expect(await put({ body: "Two" })).toMatchObject({ id: first.id, body: "Two", comments: [] });
    await pulls.test.call(deletePullRequestReviewDraft, { params: params(), key });
    expect((await pulls.test.send("DELETE", address("review_draft"), { key })).status).toBe(404);
  });

  it("rejects Create Pull Request Review with FailedPrecondition while it exists", async () => {
    await openPull();
    await put({ body: "Draft" });
    const create = () => pulls.test.send("POST", address("reviews"), { key, body: { verdict: "comment", body: "x" } });
    expect(await create()).toMatchObject({ status: 400, body: { code: 9 } });
    expect((await shown()).reviews).toEqual([]);
    await pulls.test.call(deletePullRequestReviewDraft, { params: params(), key });
    expect((await create()).status).toBe(200);
  });

  it("publishes each comment on the version it was written on, and more comments than a review created at once", {
    tags: ["long"],
  }, async () => {
    await openPull();
    const moved = await pulls.branch(`draft-${count}`, { "a.txt": `one ${count}\ntwo\n` });
    const on = (versionNumber: string, startLine: number, body: string) => ({
      versionNumber,
      body,
      inline: { path: "a.txt", side: "right" as const, startLine },
    });
    const comments = [on("1", 1, "Old"), ...Array.from({ length: 60 }, (_, index) => on("2", 2, `New ${index}`))];
    expect(await put({ comments: [on("1", 2, "Past the end of version 1")] }).catch(String)).toContain("1 lines");
    expect(await put({ comments })).toMatchObject({ comments });
    await pulls.test.call(submitPullRequestReviewDraft, { params: params(), body: {}, key });
    const published = (await shown()).comments;
    expect(published).toHaveLength(61);
    const versionOf = new Map(published.map(({ body, thread }) => [body, thread.version]));
    for (const { body, versionNumber } of comments) expect(versionOf.get(body)?.number, body).toBe(versionNumber);
    expect(versionOf.get("New 0")?.headSha).toBe(moved);
  });

  it("is replaced only at the expected revision, with 409 otherwise", async () => {
    await openPull();
    const replace = (body: string, expectedRevision: string) =>
      pulls.test.send("PUT", address("review_draft"), { key, body: { body, expectedRevision } });
    const conflict = { status: 409, body: { code: 10 } };
    expect(await replace("None", "rvn_other")).toMatchObject(conflict);
    expect((await replace("One", "")).status).toBe(200);
    expect(await replace("Other", "")).toMatchObject(conflict);
    const { revision } = await pulls.test.call(getPullRequestReviewDraft, { params: params(), key });
    expect((await replace("Two", revision)).status).toBe(200);
    expect(await replace("Three", revision)).toMatchObject(conflict);
    expect(await pulls.test.call(getPullRequestReviewDraft, { params: params(), key })).toMatchObject({ body: "Two" });
  });

  it("can be edited like a review by its author, and never dismissed", async () => {
    await openPull();
    const { id, revision } = await put({ verdict: "approve", body: "Draft" });
    const update = (as: string) =>
      pulls.test.send("PATCH", address(`reviews/${id}`), { key: as, body: { body: "New" } });
    expect((await update(pulls.test.keys.user)).status).toBe(404);
    const edited = await update(key);
    expect(edited).toMatchObject({ status: 200, body: { id, body: "New" } });
    expect(edited.body).not.toHaveProperty("submittedAt");
    const draft = await pulls.test.call(getPullRequestReviewDraft, { params: params(), key });
    expect(draft).toMatchObject({ id, verdict: "approve", body: "New" });
    expect(draft.revision).not.toBe(revision);
    const dismiss = (as: string) =>
      pulls.test.send("PUT", address(`reviews/${id}/dismissals`), { key: as, body: { message: "No" } });
    expect(await dismiss(key)).toMatchObject({ status: 400, body: { code: 9 } });
    expect((await dismiss(pulls.test.keys.user)).status).toBe(404);
  });

  it("can't approve the author's own pull request, and rejects comments outside the diff", async () => {
    await openPull();
    const at = (as: string, method: string, rest: string, body: object) =>
      pulls.test.send(method, address(rest), { key: as, body });
    const outside = { inline: { path: "none.txt", side: "right", startLine: 1 }, body: "x" };
    expect(await at(key, "PUT", "review_draft", { comments: [outside] })).toMatchObject({
      status: 400,
      body: { code: 3 },
    });
    await at(pulls.test.keys.user, "PUT", "review_draft", { verdict: "approve" });
    expect(await at(pulls.test.keys.user, "POST", "review_draft/submit", {})).toMatchObject({
      status: 400,
      body: { code: 9 },
    });
  });
});
