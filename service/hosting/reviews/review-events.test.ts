import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { putGroup } from "@/lib/contract/admin/grants/put-group";
import { addPullRequestCommentReaction } from "@/lib/contract/hosting/comments/add-pull-request-comment-reaction";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { removePullRequestCommentReaction } from "@/lib/contract/hosting/comments/remove-pull-request-comment-reaction";
import { updatePullRequestThread } from "@/lib/contract/hosting/comments/update-pull-request-thread";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { removeRequestedReviewers } from "@/lib/contract/hosting/reviewers/remove-requested-reviewers";
import { requestReviewers } from "@/lib/contract/hosting/reviewers/request-reviewers";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { dismissPullRequestReview } from "@/lib/contract/hosting/reviews/dismiss-pull-request-review";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { addListener, allScopes, type Receiver, startReceiver } from "../webhooks/testing/webhook-fixture";

let hosted: PullRequests;
let receiver: Receiver;
let pull: PullRequest;
let reviewer: string;

beforeAll(async () => {
  hosted = await startPullRequests({ WEBHOOK_LOCAL_RECEIVERS: "1" });
  reviewer = (await addUser(hosted.test.service, { email: "reviewer@example.test", teamId: 1 })).key;
  receiver = await startReceiver();
  await addListener(hosted.test, receiver);
  await receiver.take("installation.created");
  await hosted.branch("topic", { "a.txt": "one\ntwo\n" });
  pull = await hosted.open("topic");
});
afterAll(async () => {
  await hosted.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.splice(0);
});

const params = () => ({ ...hosted.params, pullNumber: pull.number });
const reference = () => ({
  id: pull.id,
  number: pull.number,
  repository: { id: hosted.repo.id, name: "Widgets", owner: hosted.repo.owner },
});
const version = () => ({ number: "1", headSha: pull.version.headSha, baseSha: pull.version.baseSha });
const inline = { path: "a.txt", side: "right" as const, startLine: 1, endLine: 2 };

describe("pull_request.comment.created", () => {
  it("H-EVENT-06 H-EVENT-11 for a new thread contains version, path, side and lines", async () => {
    const comment = await hosted.test.call(createPullRequestComment, {
      params: params(),
      body: { body: "Here", inline },
    });
    const { payload } = await receiver.take("pull_request.comment.created");
    expect(payload).toEqual({
      pullRequest: reference(),
      comment: {
        id: comment.id,
        thread: { id: comment.thread.id, version: version(), ...inline },
        body: "Here",
        author: comment.author,
        createdAt: comment.createdAt,
        updatedAt: comment.updatedAt,
      },
    });
  });

  it("H-EVENT-07 H-EVENT-08 for a reply contains only the thread's id, not whether it is resolved", async () => {
    const opener = await hosted.test.call(createPullRequestComment, {
      params: params(),
      body: { body: "Open", inline },
    });
    const { payload: opened } = await receiver.take("pull_request.comment.created");
    expect(JSON.stringify(opened)).not.toContain("resolved");
    const threadId = opener.thread.id;
    await hosted.test.call(updatePullRequestThread, {
      params: { ...hosted.params, threadId },
      body: { resolved: true },
    });
    await hosted.test.call(createPullRequestComment, { params: params(), body: { body: "Reply", threadId } });
    const { payload } = await receiver.take("pull_request.comment.created");
    expect(payload).toMatchObject({ comment: { body: "Reply" } });
    expect((payload.comment as { thread: unknown }).thread).toEqual({ id: threadId });
  });

  it("H-EVENT-09 H-EVENT-10 is sent for each comment of a review, after the review", async () => {
    const body = { verdict: "comment" as const, comments: [{ body: "First", inline }, { body: "Second" }] };
    await hosted.test.call(createPullRequestReview, { params: params(), body });
    await receiver.take(({ payload }) => JSON.stringify(payload).includes("Second"));
    const events = receiver.received.map(({ type, payload }) => [
      type,
      (payload.comment as { body?: string } | undefined)?.body,
    ]);
    expect(events).toEqual([
      ["pull_request.review.submitted", undefined],
      ["pull_request.comment.created", "First"],
      ["pull_request.comment.created", "Second"],
    ]);
  });

  it("H-EVENT-09 isn't sent for comments of a rejected review", async () => {
    const comments = [{ body: "Never", inline: { ...inline, path: "none.txt" } }];
    const path = `${hosted.path}/pulls/${pull.number}/reviews`;
    const rejected = await hosted.test.send("POST", path, { body: { verdict: "comment", comments } });
    expect(rejected.status).toBe(400);
    await hosted.test.call(createPullRequestComment, { params: params(), body: { body: "Later" } });
    await receiver.take("pull_request.comment.created");
    expect(receiver.received).toHaveLength(1);
  });
});

describe("reviews", () => {
  it("H-EVENT-15 H-EVENT-17 pull_request.review.submitted contains the review and its subject", async () => {
    const review = await hosted.test.call(createPullRequestReview, {
      key: reviewer,
      params: params(),
      body: { verdict: "approve", body: "Good" },
    });
    const { payload } = await receiver.take("pull_request.review.submitted");
    expect(payload).toEqual({ pullRequest: reference(), review });
    expect(review).toMatchObject({ verdict: "approve", pullRequestVersion: version() });
  });

  it("H-EVENT-18 H-EVENT-19 pull_request.review.dismissed contains the review with its dismissal", async () => {
    const review = await hosted.test.call(createPullRequestReview, {
      key: reviewer,
      params: params(),
      body: { verdict: "request_changes" },
    });
    await receiver.take(
      ({ type, payload }) => type.endsWith("submitted") && JSON.stringify(payload).includes(review.id),
    );
    const body = { message: "Outdated" };
    const dismissed = await hosted.test.call(dismissPullRequestReview, {
      params: { ...params(), reviewId: review.id },
      body,
    });
    const matches = ({ type, payload }: { type: string; payload: object }) =>
      type === "pull_request.review.dismissed" && JSON.stringify(payload).includes(review.id);
    const { payload } = await receiver.take(matches);
    expect(payload).toEqual({ pullRequest: reference(), review: dismissed });
    expect(dismissed.dismissal).toMatchObject({ message: "Outdated", dismissedBy: { user: expect.anything() } });
  });

  it("H-EVENT-20 pull_request.review.dismissed is sent for a superseded verdict", async () => {
    const submit = (verdict: "approve" | "request_changes" | "comment") =>
      hosted.test.call(createPullRequestReview, { key: reviewer, params: params(), body: { verdict } });
    const first = await submit("approve");
    await submit("comment");
    const second = await submit("request_changes");
    await receiver.take(
      ({ type, payload }) => type.endsWith("submitted") && JSON.stringify(payload).includes(second.id),
    );
    const dismissed = receiver.received.filter(({ type }) => type === "pull_request.review.dismissed");
    expect(dismissed).toHaveLength(1);
    expect(dismissed[0]?.payload).toMatchObject({
      review: { id: first.id, dismissal: { message: expect.stringMatching(/superseded/i) } },
    });
  });

  it("H-EVENT-16 H-EVENT-21 require repository:pull_requests:reviews:read", async () => {
    const withoutScope = await startReceiver();
    const scopes = allScopes.filter((scope) => !scope.includes("reviews"));
    await addListener(hosted.test, withoutScope, { scopes });
    const exact = await startReceiver();
    await addListener(hosted.test, exact, { scopes: ["repository:pull_requests:reviews:read"] });
    const submit = (verdict: "approve" | "request_changes") =>
      hosted.test.call(createPullRequestReview, { key: reviewer, params: params(), body: { verdict } });
    await submit("approve");
    await submit("request_changes");
    await exact.take("pull_request.review.dismissed");
    await exact.take("pull_request.review.submitted");
    await hosted.pushed("main:refs/heads/sentinel");
    await withoutScope.take("repository.pushed");
    expect(withoutScope.received.map(({ type }) => type)).toEqual(["installation.created", "repository.pushed"]);
    await withoutScope.close();
    await exact.close();
  });
});

describe("pull_request.comment.reaction", () => {
  it("H-EVENT-12 H-EVENT-14 added and removed contain the comment, its thread, the reaction and the reactor", async () => {
    const comment = await hosted.test.call(createPullRequestComment, { params: params(), body: { body: "Look" } });
    const at = { ...hosted.params, commentId: comment.id };
    const add = () => hosted.test.call(addPullRequestCommentReaction, { params: at, body: { emoji: "🚀" } });
    const remove = (emoji: string) => hosted.test.call(removePullRequestCommentReaction, { params: { ...at, emoji } });
    await add();
    const added = await receiver.take("pull_request.comment.reaction.added");
    const reactor = {
      user: expect.objectContaining({ id: expect.stringMatching(/^user_/), email: "admin@localhost" }),
    };
    expect(added.payload).toEqual({
      pullRequest: reference(),
      comment: { id: comment.id, thread: { id: comment.thread.id } },
      reaction: { content: "rocket", emoji: "🚀", reactor },
    });
    // Adding an existing reaction sends an event again; removing a missing one doesn't.
    await add();
    await receiver.take("pull_request.comment.reaction.added");
    await remove("👀");
    await remove("🚀");
    const removed = await receiver.take("pull_request.comment.reaction.removed");
    expect(removed.payload).toEqual(added.payload);
    await remove("🚀");
    await add();
    await receiver.take("pull_request.comment.reaction.added");
    const events = receiver.received.map(({ type }) => type).filter((type) => type.endsWith("removed"));
    expect(events).toEqual(["pull_request.comment.reaction.removed"]);
  });
});

describe("requested reviewers", () => {
  const users = ["reviewer@example.test"];
  const requestReview = () => hosted.test.call(requestReviewers, { params: params(), body: { users } });

  it("H-EVENT-22 H-EVENT-23 H-EVENT-24 trigger events when added, removed and re-requested", async () => {
    const { users: requested } = await requestReview();
    const added = await receiver.take("pull_request.reviewer.added");
    expect(added.payload).toEqual({
      pullRequest: reference(),
      reviewer: { user: requested[0] },
      createdVia: "manual",
      createdBy: { user: expect.objectContaining({ email: "admin@localhost" }) },
      createdAt: expect.any(String),
    });
    expect(requested[0]).toMatchObject({ id: expect.stringMatching(/^user_/), email: "reviewer@example.test" });
    // Already requested: no change.
    await requestReview();
    await hosted.test.call(createPullRequestReview, { key: reviewer, params: params(), body: { verdict: "approve" } });
    await requestReview();
    const again = await receiver.take("pull_request.reviewer.rerequested");
    expect(again.payload).toMatchObject({ pullRequest: reference(), reviewer: { user: requested[0] } });
    const remove = () => hosted.test.call(removeRequestedReviewers, { params: params(), body: { users } });
    await remove();
    const removed = await receiver.take("pull_request.reviewer.removed");
    expect(removed.payload).toEqual({ ...again.payload, createdAt: again.payload.createdAt });
    await remove();
    await requestReview();
    await receiver.take("pull_request.reviewer.added");
    const events = receiver.received.map(({ type }) => type).filter((type) => type.includes("reviewer."));
    expect(events).toEqual([
      "pull_request.reviewer.added",
      "pull_request.reviewer.rerequested",
      "pull_request.reviewer.removed",
      "pull_request.reviewer.added",
    ]);
  });

  it("H-EVENT-25 name either a user or a group", async () => {
    const path = { teamId: "1", slug: "reviewing" };
    const body = { members: ["reviewer@example.test"] };
    const group = await hosted.test.call(putGroup, { params: path, body, key: hosted.test.keys.admin });
    await hosted.test.call(requestReviewers, { params: params(), body: { groups: [group.id] } });
    const added = await receiver.take("pull_request.reviewer.added");
    expect(added.payload).toMatchObject({ pullRequest: reference() });
    expect(Object(added.payload).reviewer).toEqual({ group: { id: group.id } });
  });
});
