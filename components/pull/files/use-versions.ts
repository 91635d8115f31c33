"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { commentsQuery, groupThreads, reviewsQuery } from "@/components/reviews/review-queries";
import { arrayCodec } from "@/components/ui/json-codec";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { useLocalStore } from "@/components/ui/use-local-store";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { timelineQuery } from "../detail-queries";
import { isVersion, knownVersions, lastReviewed } from "./versions";

const seenVersions = arrayCodec(isVersion);

const maxSeen = 100;

/**
 * The versions of a pull request. Those this browser has seen are stored, so that they are known before the timeline is
 * loaded, and for pull requests that are older than their timeline.
 */
export function useVersions(name: PullName, pull: PullRequest, email: string) {
  const reviews = useInfiniteQuery(reviewsQuery(name));
  const comments = useInfiniteQuery(commentsQuery(name));
  const timeline = useInfiniteQuery(timelineQuery(name));
  useFetchAllPages(reviews);
  useFetchAllPages(timeline);
  const { value: seen, read, write } = useLocalStore(`versions.${pull.id}`, seenVersions);
  const { number, headSha, baseSha } = pull.version;
  useEffect(() => {
    const others = read().filter((each) => each.number !== number);
    write([...others, { number, headSha, baseSha }].slice(-maxSeen));
  }, [read, write, number, headSha, baseSha]);
  return useMemo(() => {
    const submitted = reviews.data?.pages.flatMap((page) => page.reviews) ?? [];
    const threads = groupThreads(comments.data?.pages.flatMap((page) => page.comments) ?? []);
    const recorded = timeline.data?.pages.flatMap(({ events }) => events.flatMap(({ version }) => version ?? [])) ?? [];
    const versions = knownVersions({ number, headSha, baseSha }, submitted, threads, [...seen, ...recorded]);
    return { versions, reviewed: lastReviewed(versions, submitted, email), settled: !reviews.isPending };
  }, [reviews.data, reviews.isPending, comments.data, timeline.data, seen, number, headSha, baseSha, email]);
}
