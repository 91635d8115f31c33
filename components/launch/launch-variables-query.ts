import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";

const listLaunchVariables = () =>
  import("@/lib/contract/dashboard/variables/list-launch-variables").then((entry) => entry.listLaunchVariables);

/** The saved variables that a launch can use. */
export function launchVariablesQuery(fields: LaunchFields) {
  const query = {
    // A named cloud environment has its own repositories.
    repository: filledRepositories(fields).flatMap(({ url }) => (URL.canParse(url) ? [url] : [])),
    ...(fields.model ? { model: fields.model } : {}),
    ...(fields.target === "pool" ? { pool: fields.targetName.trim() } : {}),
  };
  return queryOptions({
    queryKey: ["launch-variables", query] as const,
    queryFn: ({ signal }) => callProxy(listLaunchVariables, { params: {}, query, signal }),
    staleTime: 30_000,
  });
}
