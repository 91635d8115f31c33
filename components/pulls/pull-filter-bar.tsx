"use client";

import { lazy, useRef } from "react";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { useSearchKey } from "@/components/ui/use-search-key";
import { useUrlState } from "@/components/ui/use-url-state";
import { LazySavedViews } from "@/components/views/lazy-saved-views";
import { retryImport } from "@/lib/client/retry-import";
import { FilterInput } from "./filter-input";
import type { PullFilters } from "./pull-queries";
import { formatView, parseView, readAdvancedFilters } from "./pull-view";
import { RepositorySelect } from "./repository-select";
import { orders, states } from "./use-pull-filters";

const MoreFilters = lazy(() => retryImport(() => import("./more-filters")));

interface PullFilterBarProps {
  /** Full names of the available repositories. */
  repositories: readonly string[];
  chosen: string;
  filters: PullFilters;
  isAdmin: boolean;
}

export function PullFilterBar({ repositories, chosen, filters, isAdmin }: PullFilterBarProps) {
  const url = useUrlState();
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  return (
    <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <RepositorySelect repositories={repositories} chosen={chosen} />
      <Segmented
        label="State"
        value={filters.state}
        options={states}
        onChange={(state) => url.set({ state: state === "open" ? "" : state })}
      />
      <FilterInput
        inputRef={search}
        label="Author"
        placeholder="Author ID or email"
        value={filters.author}
        onValue={(value) => url.set({ author: value })}
        className="sm:w-48"
      />
      <FilterInput
        label="Base branch"
        placeholder="Base branch"
        value={filters.base}
        onValue={(value) => url.set({ base: value })}
        className="sm:w-40"
      />
      <div className="w-36">
        <Select
          aria-label="Sort"
          value={(orders.find((each) => each.value === url.get("sort")) ?? orders[0]).value}
          onChange={(event) => url.set({ sort: event.target.value })}
        >
          {orders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <LazySavedViews
        list="pulls"
        query={formatView(url.get)}
        onOpen={(view) => url.set(parseView(view))}
        isAdmin={isAdmin}
      />
      <MoreFilters values={readAdvancedFilters(url.get)} onValue={(name, value) => url.set({ [name]: value })} />
    </search>
  );
}
