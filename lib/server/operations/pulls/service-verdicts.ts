import { getPullRequestMergeability } from "@/lib/contract/hosting/get-pull-request-mergeability";
import { callService } from "@/lib/server/upstream/call-service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { createVerdicts, type Verdicts } from "./verdicts";

let verdicts: Verdicts | undefined;

/** The verdicts of the service, kept for all lists of this process. */
export function serviceVerdicts(): Verdicts {
  verdicts ??= createVerdicts(
    (pull) => callService(getPullRequestMergeability, { params: { ...pull } }),
    dashboardService().clock,
  );
  return verdicts;
}
