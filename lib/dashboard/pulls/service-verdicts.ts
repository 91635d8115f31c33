import { getPullRequestMergeability } from "@/lib/contract/repohost/get-pull-request-mergeability";
import { callService } from "@/lib/upstream/call";
import { dashboardService } from "@/lib/upstream/dashboard-service";
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
