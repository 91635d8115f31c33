"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type PullName, pullKeys } from "@/components/pulls/pull-queries";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const createPullRequestComment = () =>
  import("@/lib/contract/hosting/create-pull-request-comment").then((entry) => entry.createPullRequestComment);
const createPullRequestReview = () =>
  import("@/lib/contract/hosting/create-pull-request-review").then((entry) => entry.createPullRequestReview);
const deletePullRequestComment = () =>
  import("@/lib/contract/hosting/delete-pull-request-comment").then((entry) => entry.deletePullRequestComment);
const requestReviewers = () =>
  import("@/lib/contract/hosting/request-reviewers").then((entry) => entry.requestReviewers);
const updatePullRequestThread = () =>
  import("@/lib/contract/hosting/update-pull-request-thread").then((entry) => entry.updatePullRequestThread);

type CommentInput = BodyInputOf<Awaited<ReturnType<typeof createPullRequestComment>>>;
type ReviewInput = BodyInputOf<Awaited<ReturnType<typeof createPullRequestReview>>>;

export type Verdict = "approve" | "request_changes" | "comment";

/** A mutation that refetches all queries of the pull request when it settles. */
function useConversationMutation<Input, Output>(name: PullName, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: pullKeys.detail(name) }),
  });
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

export const useResolveThread = (name: PullName) =>
  useConversationMutation(name, ({ threadId, resolved }: { threadId: string; resolved: boolean }) => {
    const { ownerSlug, repoName } = name;
    return callProxy(updatePullRequestThread, { params: { ownerSlug, repoName, threadId }, body: { resolved } });
  });

/** Requests reviews by email address or ID. */
export const useRequestReviewers = (name: PullName) =>
  useConversationMutation(name, (users: string[]) =>
    callProxy(requestReviewers, { params: { ...name }, body: { users } }),
  );

/** Publishes a review with its comments, atomically. */
export const useSubmitReview = (name: PullName) =>
  useConversationMutation(name, (body: ReviewInput) =>
    callProxy(createPullRequestReview, { params: { ...name }, body }),
  );
