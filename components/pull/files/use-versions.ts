"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { commentsQuery, reviewsQuery, threadsOf } from "@/components/reviews/review-queries";
import { arrayCodec } from "@/components/ui/json-codec";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { useLocalStore } from "@/components/ui/use-local-store";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { isVersion, knownVersions, lastReviewed } from "./versions";

const seenVersions = arrayCodec(isVersion);

const maxSeen = 100;

/**
 * The known versions of a pull request. The API only returns the latest one and those with reviews or
 * threads, so the versions this browser has seen are stored locally.
 */
export function useVersions(name: PullName, pull: PullRequest, email: string) {
  const reviews = useInfiniteQuery(reviewsQuery(name));
  const comments = useInfiniteQuery(commentsQuery(name));
  useFetchAllPages(reviews);
  const { value: seen, read, write } = useLocalStore(`versions.${pull.id}`, seenVersions);
  const { number, headSha, baseSha } = pull.version;
  useEffect(() => {
    const others = read().filter((each) => each.number !== number);
    write([...others, { number, headSha, baseSha }].slice(-maxSeen));
  }, [read, write, number, headSha, baseSha]);
  return useMemo(() => {
    const submitted = reviews.data?.pages.flatMap((page) => page.reviews) ?? [];
    const threads = threadsOf(comments.data?.pages.flatMap((page) => page.comments) ?? []);
    const versions = knownVersions({ number, headSha, baseSha }, submitted, threads, seen);
    return { versions, reviewed: lastReviewed(versions, submitted, email), settled: !reviews.isPending };
  }, [reviews.data, reviews.isPending, comments.data, seen, number, headSha, baseSha, email]);
}
