"use client";

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { automationKey } from "@/components/automation-list/automations-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { AutomationInput } from "@/lib/contract/dashboard/automations/automation";

const getAutomation = () =>
  import("@/lib/contract/dashboard/automations/get-automation").then((entry) => entry.getAutomation);
const listFirings = () =>
  import("@/lib/contract/dashboard/automations/list-automation-firings").then((entry) => entry.listAutomationFirings);
const addAutomation = () =>
  import("@/lib/contract/dashboard/automations/add-automation").then((entry) => entry.addAutomation);
const updateAutomation = () =>
  import("@/lib/contract/dashboard/automations/update-automation").then((entry) => entry.updateAutomation);
const deleteAutomation = () =>
  import("@/lib/contract/dashboard/automations/delete-automation").then((entry) => entry.deleteAutomation);
const pauseAutomation = () =>
  import("@/lib/contract/dashboard/automations/pause-automation").then((entry) => entry.pauseAutomation);
const runAutomation = () =>
  import("@/lib/contract/dashboard/automations/run-automation").then((entry) => entry.runAutomation);
const rotateSecret = () =>
  import("@/lib/contract/dashboard/automations/rotate-automation-secret").then((entry) => entry.rotateAutomationSecret);

const refreshMs = 5_000;

export const automationQuery = (id: string) =>
  queryOptions({
    queryKey: [...automationKey, id] as const,
    queryFn: ({ signal }) => callProxy(getAutomation, { params: { id }, signal }),
    refetchInterval: refreshMs,
  });

export const firingsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...automationKey, id, "firings"] as const,
    queryFn: ({ signal, pageParam }) =>
      callProxy(listFirings, {
        params: { id },
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshMs,
  });

/** A change of automations. Refetches them afterward, even if it failed. */
function useAutomationChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useChange(change, automationKey);
}

/** Adds an automation, or replaces the one with the id. */
export const useSaveAutomation = (id: string | undefined) =>
  useAutomationChange((body: AutomationInput) =>
    id === undefined
      ? callProxy(addAutomation, { params: {}, body })
      : callProxy(updateAutomation, { params: { id }, body }),
  );

export const useDeleteAutomation = (id: string) =>
  useAutomationChange(() => callProxy(deleteAutomation, { params: { id } }));

export const usePauseAutomation = (id: string) =>
  useAutomationChange((paused: boolean) => callProxy(pauseAutomation, { params: { id }, body: { paused } }));

export const useRunAutomation = (id: string) => useAutomationChange(() => callProxy(runAutomation, { params: { id } }));

export const useRotateSecret = (id: string) => useAutomationChange(() => callProxy(rotateSecret, { params: { id } }));
