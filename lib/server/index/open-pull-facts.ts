import { callPath } from "@/lib/contract/client-path";
import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import { listCheckRunsForCommit } from "@/lib/contract/hosting/checks/list-check-runs-for-commit";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import { checkState } from "@/lib/model/checks/check-state";
import type { PullAddress } from "@/lib/model/pull-address";
import { mergeabilityState } from "@/lib/model/pulls/mergeability-state";
import { reviewDecision } from "@/lib/model/pulls/review-decision";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { isDenied, isOutage } from "./outage";
import { readReviews } from "./read-reviews";

export type OpenPullFacts = Pick<PullFacts, "checks" | "review" | "mergeability">;

export const checkResults = ["failed", "attention", "pending", "passed", "none"] as const;
const pageSize = "100";

/** What decides about an open pull request of the service. Without access to one, it is absent; if reading fails, it stays as known. */
export async function openPullFacts(
  service: Service,
  address: PullAddress,
  pull: PullRequest,
  known: OpenPullFacts,
): Promise<OpenPullFacts> {
  const [checks, review, mergeability] = await Promise.all([
    readable(checksOf(service, address, pull.head.sha), known.checks),
    readable(reviewOf(service, address, pull.version.number), known.review),
    readable(mergeabilityOf(service, address), known.mergeability),
  ]);
  return {
    ...(checks ? { checks } : {}),
    ...(review ? { review } : {}),
    ...(mergeability ? { mergeability } : {}),
  };
}

async function readable<Fact>(read: Promise<Fact>, known: Fact | undefined): Promise<Fact | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isOutage(error)) throw error;
    return isDenied(error) ? undefined : known;
  }
}

/** The worst result of a commit's checks. */
async function checksOf(
  service: Service,
  { ownerSlug, repoName }: PullAddress,
  sha: string,
): Promise<PullFacts["checks"]> {
  const path = callPath(listCheckRunsForCommit, { ownerSlug, repoName, sha }, { pageSize });
  const { checkRuns } = await callWith(service, listCheckRunsForCommit, { path });
  const kinds = new Set<string>(checkRuns.map((run) => checkState(run).kind));
  return checkResults.find((kind) => kinds.has(kind)) ?? "none";
}

async function reviewOf(service: Service, address: PullAddress, version: string): Promise<PullFacts["review"]> {
  const reviews = await readReviews((query) =>
    callWith(service, listPullRequestReviews, { path: callPath(listPullRequestReviews, { ...address }, query) }),
  );
  return reviewDecision(reviews, version);
}

async function mergeabilityOf(service: Service, address: PullAddress): Promise<PullFacts["mergeability"]> {
  const path = callPath(getPullRequestMergeability, { ...address });
  return mergeabilityState(await callWith(service, getPullRequestMergeability, { path }));
}
