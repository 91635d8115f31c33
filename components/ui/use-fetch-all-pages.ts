"use client";

import { useEffect } from "react";

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
}

/** Fetches page after page of an infinite query, until none is left or one fails. */
export function useFetchAllPages({ hasNextPage, isFetchingNextPage, error, fetchNextPage }: Pages): void {
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage]);
}
