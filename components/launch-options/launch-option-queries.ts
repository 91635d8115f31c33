import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";

const listEnvironmentNames = () =>
  import("@/lib/contract/dashboard/environments/list-environment-names").then((entry) => entry.listEnvironmentNames);
const listPools = () => import("@/lib/contract/pools/list-pools").then((entry) => entry.listPools);
const listWorkers = () => import("@/lib/contract/pools/list-workers").then((entry) => entry.listWorkers);

const listModels = () => import("@/lib/contract/agents/list-models").then((entry) => entry.listModels);
const listRepositories = () =>
  import("@/lib/contract/agents/list-repositories").then((entry) => entry.listRepositories);
const listLaunchTemplates = () =>
  import("@/lib/contract/dashboard/launch-templates/list-launch-templates").then((entry) => entry.listLaunchTemplates);

export function modelsQuery(call: Call) {
  return queryOptions({
    queryKey: ["models"] as const,
    queryFn: ({ signal }) => call(listModels, { params: {}, signal }),
    staleTime: 5 * 60_000,
  });
}

/** The API allows one call per minute, so the response is cached longer than that. */
export function repositoriesQuery(call: Call) {
  return queryOptions({
    queryKey: ["repositories"] as const,
    queryFn: ({ signal }) => call(listRepositories, { params: {}, signal }),
    staleTime: 5 * 60_000,
    retry: false,
  });
}

/** The user's launch templates and the shared ones. */
export function launchTemplatesQuery(call: Call) {
  return queryOptions({
    queryKey: ["launch-templates"] as const,
    queryFn: ({ signal }) => call(listLaunchTemplates, { params: {}, signal }),
  });
}

/** Named environments to choose from when launching an agent. */
export function environmentOptionsQuery(call: Call) {
  return queryOptions({
    queryKey: ["environment-choices"] as const,
    queryFn: ({ signal }) => call(listEnvironmentNames, { params: {}, signal }),
    staleTime: 30_000,
    retry: false,
  });
}

/** Pools to choose from when launching an agent. */
export function poolOptionsQuery(call: Call) {
  return queryOptions({
    queryKey: ["pool-choices"] as const,
    queryFn: ({ signal }) => call(listPools, { params: {}, query: { scope: "all" }, signal }),
    staleTime: 30_000,
    retry: false,
  });
}

/** Connected personal machines to choose from when launching an agent. */
export function machineOptionsQuery(call: Call) {
  return queryOptions({
    queryKey: ["machine-choices"] as const,
    queryFn: ({ signal }) => call(listWorkers, { params: {}, query: { scope: "personal", limit: "100" }, signal }),
    staleTime: 30_000,
    retry: false,
  });
}
