"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { checkRunsQuery } from "@/components/checks/check-queries";
import type { PullName } from "@/components/pulls/pull-queries";
import { commentsQuery, groupThreads, reviewsQuery } from "@/components/reviews/review-queries";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { RequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import { reviewerStates } from "@/lib/model/pulls/reviewer-states";
import { type MergeSummary, summarizeChecks, summarizeReviews, summarizeThreads } from "./merge-subjects";

/** The tabs refetch these lists. */
const staleTime = 30_000;

/** What reviewers and authors check before a merge, besides its blockers. */
export interface MergeOverview {
  reviews: MergeSummary;
  checks: MergeSummary;
  threads: MergeSummary;
  /** A reviewer's requested changes weren't dismissed or superseded. */
  changesRequested: boolean;
  /** The id of the first open thread. */
  openThread: string | undefined;
  /** What a merge has to be confirmed for, in words. */
  warnings: string[];
}

interface Options {
  blockers: readonly MergeBlocker[];
  requested?: RequestedReviewers | undefined;
  /** The email address of a reviewer whose verdict is about to be superseded. */
  exceptBy?: string;
}

interface List {
  data: unknown;
  error: Error | null;
}

function summaryOf({ data, error }: List, what: string, summarize: () => MergeSummary): MergeSummary {
  if (data !== undefined) return summarize();
  if (!error) return { tone: "neutral", text: "Loading…" };
  const text = `Couldn't load the ${what}`;
  return { tone: "warning", text, warning: text };
}

/** Summarizes reviews, checks and threads from the lists that the page loads, with these lists. */
export function useMergeOverview(name: PullName, pull: PullRequest, { blockers, requested, exceptBy = "" }: Options) {
  const commit = { ownerSlug: name.ownerSlug, repoName: name.repoName, sha: pull.head.sha };
  const reviews = useInfiniteQuery({ ...reviewsQuery(name), staleTime });
  const runs = useInfiniteQuery({ ...checkRunsQuery(commit), staleTime });
  const comments = useInfiniteQuery({ ...commentsQuery(name), staleTime });
  useFetchAllPages(reviews);
  const excluded = exceptBy.toLowerCase();
  const counting = (reviews.data?.pages.flatMap((page) => page.reviews) ?? []).filter(
    ({ author }) => excluded === "" || author.user?.email.toLowerCase() !== excluded,
  );
  const reviewers = reviewerStates(counting, requested);
  const checks = runs.data?.pages.flatMap((page) => page.checkRuns) ?? [];
  const posted = comments.data?.pages.flatMap((page) => page.comments) ?? [];
  const open = groupThreads(posted).filter(({ resolvedAt }) => resolvedAt === undefined);
  const summaries = {
    reviews: summaryOf(reviews, "reviews", () => summarizeReviews(reviewers)),
    checks: summaryOf(runs, "checks", () => summarizeChecks(checks, runs.data?.pages[0]?.totalSize ?? 0, blockers)),
    threads: summaryOf(comments, "threads", () =>
      summarizeThreads(open.length, comments.hasNextPage ? posted.length : undefined),
    ),
  };
  const overview: MergeOverview = {
    ...summaries,
    changesRequested: reviewers.some(({ verdict }) => verdict === "request_changes"),
    openThread: open[0]?.id,
    warnings: Object.values(summaries).flatMap(({ warning }) => warning ?? []),
  };
  return { overview, lists: { reviews, runs, comments } };
}
