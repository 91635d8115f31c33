"use client";

import { SlidersHorizontal } from "lucide-react";
import { lazy, type RefObject, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Options } from "@/components/ui/options";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { useSearchKey } from "@/components/ui/use-search-key";
import { useUrlState } from "@/components/ui/use-url-state";
import { LazySavedViews } from "@/components/views/lazy-saved-views";
import { retryImport } from "@/lib/client/retry-import";
import { FilterInput } from "./filter-input";
import { formatView, parseView, readAdvancedFilters } from "./pull-view";
import { allRepositories, RepositorySelect } from "./repository-select";
import { checkFilters, involvements, orders, states, usePullFilters } from "./use-pull-filters";

const MoreFilters = lazy(() => retryImport(() => import("./more-filters")));

interface PullFilterBarProps {
  /** Full names of the available repositories. */
  repositories: readonly string[];
  chosen: string;
  isAdmin: boolean;
}

/** The filters of a pull request list. Sorting and {@link MoreFilters} need one repository. */
export function PullFilterBar({ repositories, chosen, isAdmin }: PullFilterBarProps) {
  const url = useUrlState();
  const { filters, checks, order, involvement } = usePullFilters();
  const [expanded, setExpanded] = useState(false);
  const isOne = chosen !== allRepositories;
  const active = [involvement === "mine" ? "" : filters.author, filters.label, checks].filter(Boolean).length;
  return (
    <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <Segmented
        label="Show"
        value={involvement}
        options={involvements}
        onChange={(next) => url.set({ ...involvements.find(({ value }) => value === next)?.search })}
      />
      <RepositorySelect repositories={repositories} chosen={chosen} />
      <Segmented
        label="State"
        value={filters.state}
        options={states}
        onChange={(state) => url.set({ state: state === "open" ? "" : state })}
      />
      <SearchFilter />
      <Button className="sm:hidden" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
        <SlidersHorizontal aria-hidden />
        {active > 0 ? `Filters (${active})` : "Filters"}
      </Button>
      <LazySavedViews
        list="pulls"
        query={formatView(url.get)}
        onOpen={(view) => url.set(parseView(view))}
        isAdmin={isAdmin}
      />
      <div className={expanded ? "contents" : "hidden sm:contents"}>
        <TextFilter name="author" />
        <TextFilter name="label" />
        <div className="w-44">
          <Select
            aria-label="Checks"
            value={checks ?? ""}
            onChange={(event) => url.set({ checks: event.target.value })}
          >
            <option value="">Any checks</option>
            <Options values={checkFilters} />
          </Select>
        </div>
        {isOne ? (
          <div className="w-44">
            <Select aria-label="Sort" value={order} onChange={(event) => url.set({ sort: event.target.value })}>
              <Options values={orders} />
            </Select>
          </div>
        ) : null}
        {isOne ? (
          <MoreFilters values={readAdvancedFilters(url.get)} onValue={(name, value) => url.set({ [name]: value })} />
        ) : null}
      </div>
    </search>
  );
}

const textFilters = {
  q: { label: "Search", placeholder: "Title, number, or branch", className: "sm:w-56" },
  author: { label: "Author", placeholder: "Author's name or email", className: "sm:w-48" },
  label: { label: "Label", placeholder: "Label", className: "sm:w-36" },
} as const;

function SearchFilter() {
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  return <TextFilter name="q" inputRef={search} />;
}

interface TextFilterProps {
  name: keyof typeof textFilters;
  inputRef?: RefObject<HTMLInputElement | null>;
}

function TextFilter({ name, inputRef }: TextFilterProps) {
  const url = useUrlState();
  const { filters, involvement } = usePullFilters();
  return (
    <FilterInput
      {...textFilters[name]}
      {...(inputRef ? { inputRef } : {})}
      value={name === "author" && involvement === "mine" ? "" : filters[name]}
      onValue={(value) => url.set({ [name]: value })}
    />
  );
}
