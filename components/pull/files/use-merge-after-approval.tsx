"use client";

import { useQuery } from "@tanstack/react-query";
import { useMergePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import type { MergeAfterApproval } from "@/components/reviews/review-form";
import type { Reviewer } from "@/components/reviews/reviewer";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { mergeabilityQuery } from "../detail-queries";
import { mergeMethods } from "../merge-methods";
import { mergedText, rememberMerge } from "../merge-result";
import { useMergeOverview } from "../use-merge-overview";

const MergeDialog = lazyPart(() => import("../merge-dialog"));

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
  /** The signed-in user, whose approval supersedes their earlier verdict. */
  me: Reviewer;
}

/** Whether all pages of a list are loaded, or can't be. */
const isSettled = ({ data, error, hasNextPage }: { data: unknown; error: Error | null; hasNextPage: boolean }) =>
  error !== null || (data !== undefined && !hasNextPage);

/**
 * Merges the reviewed head. Returns `undefined` unless an approval is all that is missing. A rejected merge is reported; the
 * approval remains. Other reviewers' requested changes, open threads, and optional checks that haven't passed have to be
 * confirmed.
 */
export function useMergeAfterApproval(props: MergeAfterApprovalProps): MergeAfterApproval | undefined {
  const { name, pull, repository, version, me } = props;
  const { data } = useQuery(mergeabilityQuery(name, pull));
  const { overview, lists } = useMergeOverview(name, pull, { blockers: data?.blockers ?? [], exceptBy: me.email });
  const { reviews, runs, comments } = lists;
  useFetchAllPages(runs);
  useFetchAllPages(comments);
  const { mutateAsync } = useMergePull(name);
  const isLatest = version === pull.version.number && data?.headSha === pull.head.sha;
  if (!data || !repository || !isLatest || pull.state !== "open" || !isMergeableOnceApproved(data)) return undefined;
  if (!isSettled(reviews) || !isSettled(runs) || !isSettled(comments)) return undefined;
  const method = mergeMethods(repository, data).first;
  const { warnings } = overview;
  return {
    isClear: warnings.length === 0,
    run: () =>
      mutateAsync({ expectedHeadSha: data.headSha, mergeMethod: method }).then(
        ({ mergedPullNumbers }) => {
          rememberMerge(pull.id, mergedPullNumbers);
          toast.success(mergedText(mergedPullNumbers, data.baseRef));
        },
        (error: Error) => void toast.error("Approved, but couldn't merge.", { description: error.message }),
      ),
    confirm: (actions) => (
      <MergeDialog
        name={name}
        pull={pull}
        method={method}
        warnings={warnings}
        headSha={data.headSha}
        action="Approve and merge"
        danger={false}
        {...actions}
      />
    ),
  };
}
