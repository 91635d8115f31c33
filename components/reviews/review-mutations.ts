"use client";

import { type PullName, pullKeys } from "@/components/pulls/pull-queries";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const addPullRequestCommentReaction = () =>
  import("@/lib/contract/hosting/comments/add-pull-request-comment-reaction").then(
    (entry) => entry.addPullRequestCommentReaction,
  );
const createPullRequestComment = () =>
  import("@/lib/contract/hosting/comments/create-pull-request-comment").then((entry) => entry.createPullRequestComment);
const deletePullRequestComment = () =>
  import("@/lib/contract/hosting/comments/delete-pull-request-comment").then((entry) => entry.deletePullRequestComment);
const dismissPullRequestReview = () =>
  import("@/lib/contract/hosting/reviews/dismiss-pull-request-review").then((entry) => entry.dismissPullRequestReview);
const removePullRequestCommentReaction = () =>
  import("@/lib/contract/hosting/comments/remove-pull-request-comment-reaction").then(
    (entry) => entry.removePullRequestCommentReaction,
  );
const removeRequestedReviewers = () =>
  import("@/lib/contract/hosting/reviewers/remove-requested-reviewers").then((entry) => entry.removeRequestedReviewers);
const requestReviewers = () =>
  import("@/lib/contract/hosting/reviewers/request-reviewers").then((entry) => entry.requestReviewers);
const updatePullRequestComment = () =>
  import("@/lib/contract/hosting/comments/update-pull-request-comment").then((entry) => entry.updatePullRequestComment);
const updatePullRequestReview = () =>
  import("@/lib/contract/hosting/reviews/update-pull-request-review").then((entry) => entry.updatePullRequestReview);
const updatePullRequestThread = () =>
  import("@/lib/contract/hosting/comments/update-pull-request-thread").then((entry) => entry.updatePullRequestThread);

type CommentInput = BodyInputOf<Awaited<ReturnType<typeof createPullRequestComment>>>;

/** A mutation that refetches all queries of the pull request when it settles. */
function useConversationMutation<Input, Output>(name: PullName, change: (input: Input) => Promise<Output>) {
  return useChange(change, pullKeys.detail(name));
}

export const useAddComment = (name: PullName) =>
  useConversationMutation(name, (body: CommentInput) =>
    callProxy(createPullRequestComment, { params: { ...name }, body }),
  );

export const useDeleteComment = (name: PullName) =>
  useConversationMutation(name, (commentId: string) => {
    const { ownerSlug, repoName } = name;
    return callProxy(deletePullRequestComment, { params: { ownerSlug, repoName, commentId } });
  });

export const useEditComment = (name: PullName) =>
  useConversationMutation(name, ({ commentId, body }: { commentId: string; body: string }) => {
    const { ownerSlug, repoName } = name;
    return callProxy(updatePullRequestComment, { params: { ownerSlug, repoName, commentId }, body: { body } });
  });

export const useResolveThread = (name: PullName) =>
  useConversationMutation(name, ({ threadId, resolved }: { threadId: string; resolved: boolean }) => {
    const { ownerSlug, repoName } = name;
    return callProxy(updatePullRequestThread, { params: { ownerSlug, repoName, threadId }, body: { resolved } });
  });

/** Adds or removes the user's reaction to a comment. */
export const useReact = (name: PullName) =>
  useConversationMutation(name, ({ commentId, emoji, on }: { commentId: string; emoji: string; on: boolean }) => {
    const { ownerSlug, repoName } = name;
    return on
      ? callProxy(addPullRequestCommentReaction, { params: { ownerSlug, repoName, commentId }, body: { emoji } })
      : callProxy(removePullRequestCommentReaction, { params: { ownerSlug, repoName, commentId, emoji } });
  });

/** Email addresses and ids of users; anything else names a group. */
const isUser = (reviewer: string) => reviewer.startsWith("user_") || reviewer.includes("@");

/** Requests reviews from users, by email address or ID, and from groups, by slug or ID. */
export const useRequestReviewers = (name: PullName) =>
  useConversationMutation(name, (reviewers: string[]) =>
    callProxy(requestReviewers, {
      params: { ...name },
      body: { users: reviewers.filter(isUser), groups: reviewers.filter((reviewer) => !isUser(reviewer)) },
    }),
  );

/** Withdraws requests, by the IDs of users and groups. */
export const useRemoveReviewers = (name: PullName) =>
  useConversationMutation(name, (body: { users: string[]; groups: string[] }) =>
    callProxy(removeRequestedReviewers, { params: { ...name }, body }),
  );

export const useEditReview = (name: PullName) =>
  useConversationMutation(name, ({ reviewId, body }: { reviewId: string; body: string }) =>
    callProxy(updatePullRequestReview, { params: { ...name, reviewId }, body: { body } }),
  );

export const useDismissReview = (name: PullName) =>
  useConversationMutation(name, ({ reviewId, message }: { reviewId: string; message: string }) =>
    callProxy(dismissPullRequestReview, { params: { ...name, reviewId }, body: { message } }),
  );
