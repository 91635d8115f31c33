import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type PullName, pullKeys } from "@/components/pulls/pull-queries";
import { callProxy } from "@/lib/client/call";
import type { PullRequestComment } from "@/lib/contract/hosting/comment";

const listPullRequestComments = () =>
  import("@/lib/contract/hosting/comments/list-pull-request-comments").then((entry) => entry.listPullRequestComments);
const listPullRequestReviews = () =>
  import("@/lib/contract/hosting/reviews/list-pull-request-reviews").then((entry) => entry.listPullRequestReviews);
const listRequestedReviewers = () =>
  import("@/lib/contract/hosting/reviewers/list-requested-reviewers").then((entry) => entry.listRequestedReviewers);

const pageSize = "100";
const firstPage = "";

/** The comments of a pull request, oldest first. */
export function commentsQuery(name: PullName) {
  return infiniteQueryOptions({
    queryKey: [...pullKeys.detail(name), "comments"] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listPullRequestComments, { params: { ...name }, query: { pageSize, pageToken }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

export function reviewsQuery(name: PullName) {
  return infiniteQueryOptions({
    queryKey: [...pullKeys.detail(name), "reviews"] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listPullRequestReviews, { params: { ...name }, query: { pageSize, pageToken }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

export function reviewersQuery(name: PullName) {
  return queryOptions({
    queryKey: [...pullKeys.detail(name), "reviewers"] as const,
    queryFn: ({ signal }) => callProxy(listRequestedReviewers, { params: { ...name }, signal }),
  });
}

export type Thread = PullRequestComment["thread"] & { comments: PullRequestComment[] };

/** Comments grouped by thread, in the order of their first comments. */
export function groupThreads(comments: readonly PullRequestComment[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const comment of comments) {
    const { id } = comment.thread;
    const known = threads.get(id);
    if (known) {
      known.comments.push(comment);
      // Every comment contains the whole thread; the last one is the newest.
      Object.assign(known, comment.thread);
    } else {
      threads.set(id, { ...comment.thread, comments: [comment] });
    }
  }
  return [...threads.values()];
}
