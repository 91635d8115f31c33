"use client";

import { useUrlState } from "@/components/ui/use-url-state";
import type { PullFilters } from "./pull-queries";
import { readAdvancedFilters } from "./pull-view";

export const states = [
  { value: "open", label: "Open" },
  { value: "merged", label: "Merged" },
  { value: "closed", label: "Closed" },
  { value: "all", label: "All" },
] as const;

export const orders = [
  { value: "created", sortBy: "created", label: "Newest" },
  { value: "created-asc", sortBy: "created", direction: "asc", label: "Oldest" },
  { value: "updated", sortBy: "updated", label: "Recently updated" },
  { value: "updated-asc", sortBy: "updated", direction: "asc", label: "Least recently updated" },
] as const;

/** The filters of the pull request list, stored in the URL. */
export function usePullFilters() {
  const url = useUrlState();
  const advanced = readAdvancedFilters(url.get);
  const isAdvanced = Object.values(advanced).some(Boolean);
  const order = orders.find(({ value }) => value === url.get("sort")) ?? orders[0];
  const filters: PullFilters = {
    state: states.find(({ value }) => value === url.get("state"))?.value ?? "open",
    author: url.get("author"),
    base: url.get("base"),
    sortBy: order.sortBy,
    ...("direction" in order ? { direction: order.direction } : {}),
    ...(isAdvanced ? { advanced } : {}),
  };
  const filtered = filters.state !== "open" || filters.author !== "" || filters.base !== "" || isAdvanced;
  return { filters, filtered };
}
