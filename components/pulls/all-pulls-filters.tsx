"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { useSearchKey } from "@/components/ui/use-search-key";
import { useUrlState } from "@/components/ui/use-url-state";
import { LazySavedViews } from "@/components/views/lazy-saved-views";
import { FilterInput } from "./filter-input";
import { formatView, parseView } from "./pull-view";
import { RepositorySelect } from "./repository-select";
import { states } from "./use-pull-filters";

export const checkFilters = [
  { value: "failed", label: "Checks failed" },
  { value: "attention", label: "Checks need action" },
  { value: "pending", label: "Checks pending" },
  { value: "passed", label: "Checks passed" },
] as const;

const textFilters = [
  { name: "q", label: "Search", placeholder: "Title, number, or branch", className: "sm:w-56" },
  { name: "author", label: "Author", placeholder: "Author's name or email", className: "sm:w-48" },
  { name: "label", label: "Label", placeholder: "Label", className: "sm:w-36" },
] as const;

/** The filters of the list of all repositories, stored in the URL. */
export function useAllPullsFilters() {
  const url = useUrlState();
  const reviewer: "me" | "" = url.get("reviewer") === "me" ? "me" : "";
  const filters = {
    state: states.find(({ value }) => value === url.get("state"))?.value ?? "open",
    ...{ q: url.get("q"), author: url.get("author"), label: url.get("label"), reviewer },
  };
  const checks = checkFilters.find(({ value }) => value === url.get("checks"))?.value;
  const { state, ...others } = filters;
  return { filters, checks, filtered: state !== "open" || checks !== undefined || Object.values(others).some(Boolean) };
}

interface AllPullsFiltersProps {
  /** Full names of the available repositories. */
  repositories: readonly string[];
  chosen: string;
  isAdmin: boolean;
}

export function AllPullsFilters({ repositories, chosen, isAdmin }: AllPullsFiltersProps) {
  const url = useUrlState();
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  const { filters, checks } = useAllPullsFilters();
  const isMine = filters.reviewer === "me";
  return (
    <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <RepositorySelect repositories={repositories} chosen={chosen} />
      <Segmented
        label="State"
        value={filters.state}
        options={states}
        onChange={(state) => url.set({ state: state === "open" ? "" : state })}
      />
      {textFilters.map(({ name, label, placeholder, className }) => (
        <FilterInput
          key={name}
          {...(name === "q" ? { inputRef: search } : {})}
          label={label}
          placeholder={placeholder}
          value={filters[name]}
          onValue={(value) => url.set({ [name]: value })}
          className={className}
        />
      ))}
      <div className="w-44">
        <Select aria-label="Checks" value={checks ?? ""} onChange={(event) => url.set({ checks: event.target.value })}>
          <option value="">Any checks</option>
          {checkFilters.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <Button
        aria-pressed={isMine}
        variant={isMine ? "primary" : "secondary"}
        onClick={() => url.set({ reviewer: isMine ? "" : "me" })}
      >
        Review requested
      </Button>
      <LazySavedViews
        list="pulls"
        query={formatView(url.get)}
        onOpen={(view) => url.set(parseView(view))}
        isAdmin={isAdmin}
      />
    </search>
  );
}
