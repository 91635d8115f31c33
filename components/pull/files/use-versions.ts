"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { commentsQuery, groupThreads, reviewsQuery } from "@/components/reviews/review-queries";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { callProxy } from "@/lib/client/call";
import type { SeenVersion } from "@/lib/contract/dashboard/pulls/viewed-files";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { timelineQuery } from "../detail-queries";
import { viewedQuery } from "./use-viewed";
import { knownVersions, lastReviewed, lastSeen, type Version } from "./versions";

const markVersionSeen = () =>
  import("@/lib/contract/dashboard/pulls/mark-version-seen").then((entry) => entry.markVersionSeen);

const none: readonly Version[] = [];
const seenVersionsOf = ({ seenVersions }: { seenVersions: SeenVersion[] }) => seenVersions;

/**
 * The versions of a pull request. Those the user has seen are stored by the dashboard, so that each browser knows what is new,
 * and for pull requests that are older than their timeline.
 */
export function useVersions(name: PullName, pull: PullRequest, email: string) {
  const reviews = useInfiniteQuery(reviewsQuery(name));
  const comments = useInfiniteQuery(commentsQuery(name));
  const timeline = useInfiniteQuery(timelineQuery(name));
  useFetchAllPages(reviews);
  useFetchAllPages(timeline);
  const { data: seenBefore = none } = useQuery({ ...viewedQuery(pull.id), select: seenVersionsOf });
  const { number, headSha, baseSha } = pull.version;
  const known = useMemo(() => {
    const submitted = reviews.data?.pages.flatMap((page) => page.reviews) ?? [];
    const threads = groupThreads(comments.data?.pages.flatMap((page) => page.comments) ?? []);
    const recorded = timeline.data?.pages.flatMap(({ events }) => events.flatMap(({ version }) => version ?? [])) ?? [];
    const latest = { number, headSha, baseSha };
    const versions = knownVersions(latest, submitted, threads, [...seenBefore, ...recorded]);
    const reviewed = lastReviewed(versions, submitted, email);
    return { versions, reviewed, seen: lastSeen(versions, seenBefore, reviewed) };
  }, [reviews.data, comments.data, timeline.data, seenBefore, number, headSha, baseSha, email]);
  return {
    ...known,
    areReviewsKnown: !reviews.isPending,
    /** Versions that aren't known by now don't exist. */
    isComplete: !reviews.isPending && !comments.isPending && !timeline.isPending,
  };
}

/** Stores that the user has seen a version, once it is `shown`. */
export function useMarkSeen(pullId: string, { number, headSha, baseSha }: Version, shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    // After a failure, the version is still new in other browsers.
    callProxy(markVersionSeen, { params: { pullId }, body: { number, headSha, baseSha } }).catch(() => undefined);
  }, [shown, pullId, number, headSha, baseSha]);
}
