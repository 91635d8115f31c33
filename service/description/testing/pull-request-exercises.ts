import { z } from "zod";
import type { Send } from "./git-data-exercises";

const Named = z.looseObject({ id: z.string(), thread: z.looseObject({ id: z.string() }).optional() });

/** Requests for pull request operations. `open` creates one in `repo`. */
export function pullRequestExercises(
  exchange: Send,
  repo: Record<string, string>,
  open: () => Promise<Record<string, string>>,
) {
  const missing = { ...repo, pullNumber: "999999" };
  async function comment(): Promise<{ commentId: string; threadId: string }> {
    const response = await exchange("createPullRequestComment", 200, { params: await open(), body: { body: "Hm" } });
    const { id, thread } = Named.parse(response.body);
    return { commentId: id, threadId: thread?.id ?? "" };
  }
  async function review(verdict: string): Promise<Record<string, string>> {
    const params = await open();
    const { id } = Named.parse((await exchange("createPullRequestReview", 200, { params, body: { verdict } })).body);
    return { ...params, reviewId: id };
  }

  return {
    async createPullRequest() {
      await open();
      const body = { title: "Described", head: "none", base: "main" };
      await exchange("createPullRequest", 400, { params: repo, body });
      await exchange("createPullRequest", 404, { params: { ...repo, repoName: "none" }, body });
    },
    async createPullRequestComment() {
      const params = await open();
      const { threadId } = await comment();
      await exchange("createPullRequestComment", 400, { params, body: { body: "x", threadId } });
      await exchange("createPullRequestComment", 404, { params: missing, body: { body: "x" } });
    },
    async getPullRequestComment() {
      await exchange("getPullRequestComment", 200, { params: { ...repo, commentId: (await comment()).commentId } });
      await exchange("getPullRequestComment", 404, { params: { ...repo, commentId: "cmt_none" } });
    },
    async listPullRequestComments() {
      await exchange("listPullRequestComments", 200, { params: await open(), query: { pageSize: "1" } });
      await exchange("listPullRequestComments", 400, { params: await open(), query: { since: "x" } });
    },
    async updatePullRequestComment() {
      const params = { ...repo, commentId: (await comment()).commentId };
      await exchange("updatePullRequestComment", 200, { params, body: { body: "New" } });
      await exchange("updatePullRequestComment", 400, { params, body: { body: "" } });
    },
    async addPullRequestCommentReaction() {
      const params = { ...repo, commentId: (await comment()).commentId };
      await exchange("addPullRequestCommentReaction", 204, { params, body: { emoji: "👀" } });
      await exchange("getPullRequestComment", 200, { params });
      await exchange("addPullRequestCommentReaction", 400, { params, body: { emoji: "x" } });
      await exchange("addPullRequestCommentReaction", 404, {
        params: { ...repo, commentId: "cmt_none" },
        body: { emoji: "👀" },
      });
    },
    async removePullRequestCommentReaction() {
      const params = { ...repo, commentId: (await comment()).commentId, emoji: "👀" };
      await exchange("removePullRequestCommentReaction", 204, { params });
      await exchange("removePullRequestCommentReaction", 400, { params: { ...params, emoji: "x" } });
    },
    async deletePullRequestComment() {
      const params = { ...repo, commentId: (await comment()).commentId };
      await exchange("deletePullRequestComment", 204, { params });
      await exchange("deletePullRequestComment", 404, { params });
    },
    async updatePullRequestThread() {
      const params = { ...repo, threadId: (await comment()).threadId };
      await exchange("updatePullRequestThread", 200, { params, body: { resolved: true } });
      await exchange("updatePullRequestThread", 404, {
        params: { ...repo, threadId: "none" },
        body: { resolved: true },
      });
    },
    async putPullRequestReviewDraft() {
      const params = await open();
      await exchange("putPullRequestReviewDraft", 200, {
        params,
        body: { body: "Draft", comments: [{ body: "Why?" }] },
      });
      await exchange("putPullRequestReviewDraft", 400, { params, body: { verdict: "maybe" } });
      await exchange("putPullRequestReviewDraft", 404, { params: missing, body: {} });
      await exchange("putPullRequestReviewDraft", 409, { params, body: { expectedRevision: "rvn_old" } });
    },
    async getPullRequestReviewDraft() {
      const params = await open();
      await exchange("getPullRequestReviewDraft", 404, { params });
      await exchange("putPullRequestReviewDraft", 200, { params, body: { body: "Draft" } });
      await exchange("getPullRequestReviewDraft", 200, { params });
    },
    async deletePullRequestReviewDraft() {
      const params = await open();
      await exchange("putPullRequestReviewDraft", 200, { params, body: { body: "Draft" } });
      await exchange("deletePullRequestReviewDraft", 204, { params });
      await exchange("deletePullRequestReviewDraft", 404, { params });
    },
    async submitPullRequestReviewDraft() {
      const params = await open();
      await exchange("putPullRequestReviewDraft", 200, { params, body: { body: "Draft" } });
      await exchange("submitPullRequestReviewDraft", 400, { params, body: { verdict: "approve" } });
      await exchange("submitPullRequestReviewDraft", 200, { params, body: { verdict: "comment" } });
      await exchange("submitPullRequestReviewDraft", 404, { params, body: {} });
    },
    async createPullRequestReview() {
      const params = await review("comment");
      await exchange("createPullRequestReview", 400, { params, body: { verdict: "approve" } });
      await exchange("createPullRequestReview", 404, { params: missing, body: { verdict: "comment" } });
    },
    async listPullRequestReviews() {
      await exchange("listPullRequestReviews", 200, { params: await review("request_changes") });
      await exchange("listPullRequestReviews", 404, { params: missing });
    },
    async updatePullRequestReview() {
      const params = await review("comment");
      await exchange("updatePullRequestReview", 200, { params, body: { body: "New" } });
      await exchange("updatePullRequestReview", 400, { params, body: { body: " " } });
    },
    async dismissPullRequestReview() {
      const params = await review("request_changes");
      await exchange("dismissPullRequestReview", 200, { params, body: { message: "Done" } });
      await exchange("dismissPullRequestReview", 400, { params, body: { message: "Done" } });
    },
    async requestPullRequestReviewers() {
      await exchange("requestPullRequestReviewers", 400, { params: await open(), body: { users: ["unknown"] } });
      await exchange("requestPullRequestReviewers", 404, { params: missing, body: { users: ["unknown"] } });
    },
    async removePullRequestRequestedReviewers() {
      const params = await open();
      await exchange("removePullRequestRequestedReviewers", 400, { params, body: { users: [] } });
      await exchange("removePullRequestRequestedReviewers", 404, { params: missing, body: { users: ["unknown"] } });
    },
    async getPullRequest() {
      await exchange("getPullRequest", 200, { params: await open() });
      await exchange("getPullRequest", 404, { params: missing });
    },
    async getPullRequestMergeability() {
      const params = await open();
      await exchange("getPullRequestMergeability", 200, { params });
      await exchange("updatePullRequest", 200, { params, body: { draft: true } });
      await exchange("getPullRequestMergeability", 200, { params });
      await exchange("getPullRequestMergeability", 409, { params, query: { expectedHeadSha: "1".repeat(40) } });
      await exchange("getPullRequestMergeability", 404, { params: missing });
    },
    async listEligibleReviewers() {
      await exchange("listEligibleReviewers", 200, { params: repo });
      await exchange("listEligibleReviewers", 400, { params: repo, query: { q: "x".repeat(201) } });
      await exchange("listEligibleReviewers", 404, { params: { ...repo, repoName: "none" } });
    },
    async listPullRequestRequestedReviewers() {
      await exchange("listPullRequestRequestedReviewers", 200, { params: await open() });
      await exchange("listPullRequestRequestedReviewers", 404, { params: missing });
    },
    async listPullRequestCommits() {
      await exchange("listPullRequestCommits", 200, { params: await open() });
      await exchange("listPullRequestCommits", 404, { params: missing });
    },
    async listPullRequestFiles() {
      await exchange("listPullRequestFiles", 200, { params: await open() });
      await exchange("listPullRequestFiles", 404, { params: missing });
    },
    async listPullRequests() {
      await open();
      await exchange("listPullRequests", 200, { params: repo, query: { state: "all", pageSize: "1" } });
      await exchange("listPullRequests", 400, { params: repo, query: { state: "none" } });
    },
    async mergePullRequest() {
      const params = await open();
      await exchange("mergePullRequest", 409, { params, body: { expectedHeadSha: "1".repeat(40) } });
      await exchange("mergePullRequest", 200, { params, body: { mergeMethod: "squash" } });
      await exchange("mergePullRequest", 400, { params, body: { mergeMethod: "rebase" } });
    },
    async listPullRequestTimeline() {
      const params = await open();
      await exchange("updatePullRequest", 200, { params, body: { title: "New", state: "closed" } });
      await exchange("listPullRequestTimeline", 200, { params });
      await exchange("listPullRequestTimeline", 400, { params, query: { pageToken: "x" } });
      await exchange("listPullRequestTimeline", 404, { params: missing });
    },
    async getPullRequestRangeDiff() {
      const params = await open();
      await exchange("getPullRequestRangeDiff", 200, { params, query: { from: "1", to: "1" } });
      await exchange("getPullRequestRangeDiff", 400, { params, query: { from: "1", to: "9" } });
      await exchange("getPullRequestRangeDiff", 404, { params: missing, query: { from: "1", to: "1" } });
    },
    async getPullRequestMergeMessage() {
      const params = await open();
      await exchange("getPullRequestMergeMessage", 200, { params, query: { mergeMethod: "squash" } });
      await exchange("getPullRequestMergeMessage", 400, { params, query: { mergeMethod: "rebase" } });
      await exchange("getPullRequestMergeMessage", 404, { params: missing, query: { mergeMethod: "merge" } });
    },
    async updatePullRequestBranch() {
      const params = await open();
      await exchange("updatePullRequestBranch", 200, { params, body: { method: "rebase" } });
      await exchange("updatePullRequestBranch", 409, { params, body: { expectedHeadSha: "1".repeat(40) } });
      await exchange("updatePullRequestBranch", 400, { params, body: { method: "squash" } });
      await exchange("updatePullRequestBranch", 404, { params: missing, body: {} });
    },
    async updatePullRequest() {
      const params = await open();
      await exchange("updatePullRequest", 200, { params, body: { title: "New", state: "closed" } });
      await exchange("updatePullRequest", 400, { params, body: { base: "none" } });
    },
  };
}
