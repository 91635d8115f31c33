"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { NextPageButton } from "@/components/ui/next-page-button";
import { Options } from "@/components/ui/options";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { useSearchKey } from "@/components/ui/use-search-key";
import { useUrlState } from "@/components/ui/use-url-state";
import { maxQueryLength, parseSearch, searchKinds } from "@/lib/model/search/query";
import { hitKinds } from "./hit-kinds";
import { searchQuery } from "./search-queries";
import { SearchResult } from "./search-result";
import { useDebounced } from "./use-debounced";

const debounceMs = 250;

/** Searches everything that agents were asked, wrote and ran. The search is kept in the URL. */
export function SearchScreen() {
  const url = useUrlState();
  const [q, kind] = [url.get("q"), url.get("in")];
  const whole = kind === "" ? q : `${q.trimEnd()} in:${kind}`;
  const setSearch = (text: string) => url.set({ q: text }, { afterMs: debounceMs });
  return (
    <div>
      <PageHeader title="Search" />
      <search className="space-y-1 border-b px-4 py-2">
        <div className="flex flex-wrap gap-2">
          <SearchField value={q} onValue={setSearch} />
          <Select
            aria-label="Search in"
            value={kind}
            onChange={({ target }) => url.set({ in: target.value })}
            className="w-auto"
          >
            <option value="">Everything</option>
            <Options values={searchKinds} label={(each) => hitKinds[each].plural} />
          </Select>
        </div>
        <p className="text-muted-foreground text-xs">
          Use “quotes” for phrases, - to exclude, and repo:, owner:, status:, model: or label: to filter by agent.
        </p>
      </search>
      <Results q={whole} typed={q} onSearch={(text) => url.set({ q: text }, { push: true })} />
    </div>
  );
}

function SearchField({ value, onValue }: { value: string; onValue: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  // Text typed before hydration is kept.
  const onHydrated = useEffectEvent(() => {
    const typed = input.current?.value ?? "";
    if (typed !== value) onValue(typed);
    if (typed === "") input.current?.focus();
  });
  useEffect(() => onHydrated(), []);
  return (
    <Input
      ref={input}
      type="search"
      aria-label="Search"
      placeholder="Search prompts, transcripts, output, pull requests…"
      maxLength={maxQueryLength}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      className="min-w-0 flex-1 basis-60"
    />
  );
}

interface ResultsProps {
  /** The search with its kind. */
  q: string;
  typed: string;
  onSearch: (text: string) => void;
}

function Results({ q, typed, onSearch }: ResultsProps) {
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
