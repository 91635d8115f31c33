import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";

const listLaunchTemplates = () =>
  import("@/lib/contract/dashboard/list-launch-templates").then((entry) => entry.listLaunchTemplates);

export function launchTemplatesQuery(call: Call) {
  return queryOptions({
    queryKey: ["launch-templates"] as const,
    queryFn: ({ signal }) => call(listLaunchTemplates, { params: {}, signal }),
  });
}
