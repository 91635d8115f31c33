"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRef } from "react";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { parseSearch } from "@/lib/model/search/query";
import { searchQuery } from "./search-queries";
import { SearchResult } from "./search-result";
import { useDebounced } from "./use-debounced";

const debounceMs = 250;

interface SearchResultsProps {
  /** The search with its kind. */
  q: string;
  typed: string;
  onSearch: (text: string) => void;
}

/** What a search found, in pages. */
export default function SearchResults({ q, typed, onSearch }: SearchResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const settled = useDebounced(q, debounceMs).trim();
  const [problem] = parseSearch(settled).problems;
  const found = useInfiniteQuery(searchQuery(settled));
  const groups = found.data?.pages.flatMap((page) => page.groups) ?? [];
  const searchedTo = found.data?.pages.at(-1)?.searchedTo;
  if (typed.trim() === "") {
    return (
      <EmptyState icon={Search} title="Search everything">
        Find prompts, messages, commands and their output, pull requests, and agents. Try an error message or a file
        name.
      </EmptyState>
    );
  }
  if (problem !== undefined) {
    return (
      <p role="status" className="p-4 text-sm text-warning">
        {problem}
      </p>
    );
  }
  if (found.isPending && !found.error) {
    return (
      <div className="px-4">
        <SkeletonRows label="Searching" />
      </div>
    );
  }
  return (
    <div aria-busy={found.isFetching}>
      {found.error ? (
        <div className="p-4">
          <CallFailure error={found.error} onRetry={() => found.refetch()}>
            {found.data ? "Showing the last results." : "Couldn't search."}
          </CallFailure>
        </div>
      ) : null}
      {found.data && groups.length === 0 ? (
        <EmptyState icon={Search} title="No matches">
          {found.hasNextPage
            ? "No recent matches."
            : "Search matches whole words; only the last one can be partial. Try fewer words or filters."}
        </EmptyState>
      ) : null}
      <ul ref={list} aria-label="Search results" className={found.isPlaceholderData ? "opacity-60" : ""}>
        {groups.map((group, index) => (
          <SearchResult
            // biome-ignore lint/suspicious/noArrayIndexKey: an agent can be on several pages
            key={`${group.agent.id} ${index}`}
            group={group}
            onShowAll={() => onSearch(`${typed.trim()} agent:${group.agent.id}`)}
          />
        ))}
      </ul>
      {found.hasNextPage ? (
        <div className="flex items-center gap-3 p-4 text-muted-foreground text-xs">
          <NextPageButton of={found} />
          {searchedTo ? (
            <span>
              Searched back to <RelativeTime iso={searchedTo} />
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
