import { queryOptions } from "@tanstack/react-query";
import { listModels } from "@/lib/contract/agents/list-models";
import { listRepositories } from "@/lib/contract/agents/list-repositories";
import type { Call } from "./call";

export function modelsQuery(call: Call) {
  return queryOptions({
    queryKey: ["models"] as const,
    queryFn: ({ signal }) => call(listModels, { params: {}, signal }),
    staleTime: 5 * 60_000,
  });
}

/** The API allows one such call a minute, so the answer is kept longer than that. */
export function repositoriesQuery(call: Call) {
  return queryOptions({
    queryKey: ["repositories"] as const,
    queryFn: ({ signal }) => call(listRepositories, { params: {}, signal }),
    staleTime: 5 * 60_000,
    retry: false,
  });
}
