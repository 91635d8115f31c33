"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const listBudgets = () => import("@/lib/contract/dashboard/budgets/list-budgets").then((entry) => entry.listBudgets);
const listWarnings = () =>
  import("@/lib/contract/dashboard/budgets/list-budget-warnings").then((entry) => entry.listBudgetWarnings);
const addBudget = () => import("@/lib/contract/dashboard/budgets/add-budget").then((entry) => entry.addBudget);
const updateBudget = () => import("@/lib/contract/dashboard/budgets/update-budget").then((entry) => entry.updateBudget);
const deleteBudget = () => import("@/lib/contract/dashboard/budgets/delete-budget").then((entry) => entry.deleteBudget);

export type BudgetInput = BodyInputOf<Awaited<ReturnType<typeof addBudget>>>;

const budgetKey = ["budgets"] as const;
const refreshMs = 15_000;

export const budgetsQuery = queryOptions({
  queryKey: [...budgetKey, "list"] as const,
  queryFn: ({ signal }) => callProxy(listBudgets, { params: {}, signal }),
  refetchInterval: refreshMs,
});

/** Budgets over their warning threshold that apply to an agent, or to a launch on repositories. */
export function budgetWarningsQuery(query: { agentId: string } | { repositories: string }) {
  return queryOptions({
    queryKey: [...budgetKey, "warnings", query] as const,
    queryFn: ({ signal }) => callProxy(listWarnings, { params: {}, query, signal }),
    refetchInterval: refreshMs,
  });
}

/** A change of the budgets. Refetches them afterward, even if it failed. */
function useBudgetChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useChange(change, budgetKey);
}

/** Adds a budget, or replaces the one with the id. */
export const useSaveBudget = (id: string | undefined) =>
  useBudgetChange((body: BudgetInput) =>
    id === undefined ? callProxy(addBudget, { params: {}, body }) : callProxy(updateBudget, { params: { id }, body }),
  );

export const useDeleteBudget = (id: string) => useBudgetChange(() => callProxy(deleteBudget, { params: { id } }));
