"use client";

import { useUrlState } from "@/components/ui/use-url-state";
import type { RepositoryPullFilters } from "./pull-queries";
import { readAdvancedFilters } from "./pull-view";

export const states = [
  { value: "open", label: "Open" },
  { value: "merged", label: "Merged" },
  { value: "closed", label: "Closed" },
  { value: "all", label: "All" },
] as const;

export const orders = [
  { value: "updated", sortBy: "updated", label: "Recently updated" },
  { value: "updated-asc", sortBy: "updated", direction: "asc", label: "Least recently updated" },
  { value: "created", sortBy: "created", label: "Newest" },
  { value: "created-asc", sortBy: "created", direction: "asc", label: "Oldest" },
] as const;

export const checkFilters = [
  { value: "failed", label: "Checks failed" },
  { value: "attention", label: "Checks need action" },
  { value: "pending", label: "Checks pending" },
  { value: "passed", label: "Checks passed" },
] as const;

/** What the lists show before other filters. */
export const involvements = [
  { value: "all", label: "Everyone", search: { reviewer: "", author: "" } },
  { value: "review", label: "Needs my review", search: { reviewer: "me", author: "" } },
  { value: "mine", label: "Created by me", search: { reviewer: "", author: "me" } },
] as const;

/** The filters of the pull request lists, stored in the URL. */
export function usePullFilters() {
  const url = useUrlState();
  const order = orders.find(({ value }) => value === url.get("sort")) ?? orders[0];
  const advanced = readAdvancedFilters(url.get);
  const isAdvanced = Object.values(advanced).some(Boolean);
  const reviewer: "me" | "" = url.get("reviewer") === "me" ? "me" : "";
  const words = { q: url.get("q"), author: url.get("author"), label: url.get("label"), reviewer };
  const filters = { state: states.find(({ value }) => value === url.get("state"))?.value ?? "open", ...words };
  const ofRepository: RepositoryPullFilters = {
    ...filters,
    sortBy: order.sortBy,
    ...("direction" in order ? { direction: order.direction } : {}),
    ...(isAdvanced ? { advanced } : {}),
  };
  const checks = checkFilters.find(({ value }) => value === url.get("checks"))?.value;
  return {
    /** Filters of all lists. */
    filters,
    ofRepository,
    order: order.value,
    /** Applied to the pull requests in a list, since their checks are read one by one. */
    checks,
    involvement: reviewer === "me" ? "review" : words.author === "me" ? "mine" : "all",
    filtered: filters.state !== "open" || checks !== undefined || isAdvanced || Object.values(words).some(Boolean),
  } as const;
}
