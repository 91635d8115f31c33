import { getPullRequestMergeability } from "@/lib/contract/hosting/get-pull-request-mergeability";
import { callService } from "@/lib/server/upstream/call-service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { createMergeabilityCache, type MergeabilityCache } from "./mergeability-cache";

let cache: MergeabilityCache | undefined;

/** The mergeability cache shared by all operations of this process. */
export function sharedMergeabilityCache(): MergeabilityCache {
  cache ??= createMergeabilityCache(
    (pull) => callService(getPullRequestMergeability, { params: { ...pull } }),
    dashboardService().clock,
  );
  return cache;
}
