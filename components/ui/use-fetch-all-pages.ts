"use client";

import { useEffect } from "react";

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
}

/** Fetches all pages of an infinite query, until one fails. */
export function useFetchAllPages({ hasNextPage, isFetchingNextPage, error, fetchNextPage }: Pages): void {
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage]);
}
