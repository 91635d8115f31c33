"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const listVariables = () =>
  import("@/lib/contract/dashboard/variables/list-saved-variables").then((entry) => entry.listSavedVariables);
const addVariable = () =>
  import("@/lib/contract/dashboard/variables/add-saved-variable").then((entry) => entry.addSavedVariable);
const updateVariable = () =>
  import("@/lib/contract/dashboard/variables/update-saved-variable").then((entry) => entry.updateSavedVariable);
const deleteVariable = () =>
  import("@/lib/contract/dashboard/variables/delete-saved-variable").then((entry) => entry.deleteSavedVariable);
const preview = () => import("@/lib/contract/dashboard/variables/preview-dotenv").then((entry) => entry.previewDotenv);
const importAll = () => import("@/lib/contract/dashboard/variables/import-dotenv").then((entry) => entry.importDotenv);

type BodyFrom<Load extends () => Promise<unknown>> = BodyInputOf<Awaited<ReturnType<Load>>>;
export type NewVariableBody = BodyFrom<typeof addVariable>;
export type VariableChanges = BodyFrom<typeof updateVariable>;
export type DotenvInput = BodyFrom<typeof importAll>;

export const variablesQuery = queryOptions({
  queryKey: ["saved-variables"] as const,
  queryFn: ({ signal }) => callProxy(listVariables, { params: {}, signal }),
});

/** A change of saved variables. Stays pending until they are fetched again. */
function useVariableChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      client.invalidateQueries({ queryKey: ["launch-variables"] });
      await client.invalidateQueries({ queryKey: variablesQuery.queryKey });
    },
  });
}

export const useAddVariable = () =>
  useVariableChange((body: NewVariableBody) => callProxy(addVariable, { params: {}, body }));

export const useUpdateVariable = (id: string) =>
  useVariableChange((body: VariableChanges) => callProxy(updateVariable, { params: { id }, body }));

export const useDeleteVariable = (id: string) => useVariableChange(() => callProxy(deleteVariable, { params: { id } }));

export const useImportDotenv = () =>
  useVariableChange((body: DotenvInput) => callProxy(importAll, { params: {}, body }));

export const usePreviewDotenv = () =>
  useMutation({ mutationFn: (body: DotenvInput) => callProxy(preview, { params: {}, body }) });
