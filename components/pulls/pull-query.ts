import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";
import { type PullName, pullKeys } from "./pull-queries";

const getPullRequest = () =>
  import("@/lib/contract/hosting/pulls/get-pull-request").then((entry) => entry.getPullRequest);

export function pullQuery(call: Call, name: PullName) {
  return queryOptions({
    queryKey: [...pullKeys.detail(name), "record"] as const,
    queryFn: ({ signal }) => call(getPullRequest, { params: { ...name }, signal }),
  });
}
