"use client";

import { useQuery } from "@tanstack/react-query";
import { useMergePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { toast } from "@/components/ui/toast";
import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { mergeabilityQuery } from "../detail-queries";
import { mergeMethods } from "../merge-methods";
import { mergedText, rememberMerge } from "../merge-result";

const isClearedByApproval = ({ kind, requiredApprovals }: MergeBlocker) =>
  kind === "required_approvals" &&
  requiredApprovals !== undefined &&
  requiredApprovals.approvedCount + 1 >= requiredApprovals.requiredCount;

type Judged = Pick<Mergeability, "blockers" | "evaluatedPullRequests" | "bypassedRules">;

/**
 * Whether one more approval makes a pull request mergeable. Those that are merged with others or by bypassing rules need
 * the merge form.
 */
export const isMergeableOnceApproved = ({ blockers, evaluatedPullRequests, bypassedRules = [] }: Judged): boolean =>
  evaluatedPullRequests.length <= 1 && bypassedRules.length === 0 && blockers.every(isClearedByApproval);

interface MergeAfterApprovalProps {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  /** The reviewed version. */
  version: string;
}

/**
 * Merges the reviewed head. Returns `undefined` unless an approval is all that is missing. A rejected merge is reported; the
 * approval remains.
 */
export function useMergeAfterApproval(props: MergeAfterApprovalProps): (() => Promise<void>) | undefined {
  const { name, pull, repository, version } = props;
  const { data } = useQuery(mergeabilityQuery(name, pull));
  const { mutateAsync } = useMergePull(name);
  const isLatest = version === pull.version.number && data?.headSha === pull.head.sha;
  if (!data || !repository || !isLatest || pull.state !== "open" || !isMergeableOnceApproved(data)) return undefined;
  return () =>
    mutateAsync({ expectedHeadSha: data.headSha, mergeMethod: mergeMethods(repository, data).first }).then(
      ({ mergedPullNumbers }) => {
        rememberMerge(pull.id, mergedPullNumbers);
        toast.success(mergedText(mergedPullNumbers, data.baseRef));
      },
      (error: Error) => void toast.error("Approved, but couldn't merge.", { description: error.message }),
    );
}
