"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { comparisonFilesQuery } from "@/components/repositories/content-queries";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { pullFilesQuery } from "../detail-queries";
import type { Version } from "./versions";

/** Loads every page of the files changed in a version. */
export function useAllFiles({ ownerSlug, repoName, pullNumber }: PullName, version: Version, latest: boolean) {
  const repository = { ownerSlug, repoName };
  const comparison = { base: version.baseSha, head: version.headSha };
  const own = useInfiniteQuery({
    ...pullFilesQuery({ ...repository, pullNumber }, version.number),
    enabled: latest,
  });
  const other = useInfiniteQuery({
    ...comparisonFilesQuery(repository, comparison),
    enabled: !latest,
    placeholderData: undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = latest ? own : other;
  useFetchAllPages({ hasNextPage, isFetchingNextPage, error, fetchNextPage });
  const files = useMemo(() => data?.pages.flatMap((page) => page.files) ?? [], [data]);
  return {
    files,
    error,
    isPending,
    complete: data !== undefined && !hasNextPage,
    retry: () => void (data && hasNextPage ? fetchNextPage() : refetch()),
  };
}
