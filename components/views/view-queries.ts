"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { ViewList } from "@/lib/contract/dashboard/views/saved-view";

const deleteView = () => import("@/lib/contract/dashboard/views/delete-view").then((entry) => entry.deleteView);
const listSavedViews = () =>
  import("@/lib/contract/dashboard/views/list-saved-views").then((entry) => entry.listSavedViews);
const saveView = () => import("@/lib/contract/dashboard/views/save-view").then((entry) => entry.saveView);

const viewsKey = ["saved-views"] as const;

/** The saved views of one list. */
export function savedViewsQuery(list: ViewList) {
  return queryOptions({
    queryKey: viewsKey,
    queryFn: ({ signal }) => callProxy(listSavedViews, { params: {}, signal }),
    select: ({ views }) => views.filter((view) => view.list === list),
    staleTime: 30_000,
  });
}

export function useSaveView() {
  return useChange(
    (body: { list: ViewList; name: string; query: string; shared: boolean }) =>
      callProxy(saveView, { params: {}, body }),
    viewsKey,
  );
}

export function useDeleteView() {
  return useChange((id: string) => callProxy(deleteView, { params: { id } }), viewsKey);
}
