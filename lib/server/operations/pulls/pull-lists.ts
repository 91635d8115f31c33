import { listAllPulls, type RepositoryPull } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { listRepositoryPulls } from "@/lib/contract/dashboard/pulls/list-repository-pulls";
import { listCheckRunsForCommit } from "@/lib/contract/hosting/checks/list-check-runs-for-commit";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import { listRequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import type { ResponseOf } from "@/lib/contract/operation";
import { RecentMap } from "@/lib/core/recent-map";
import { mergeabilityWithoutBypass } from "@/lib/model/pulls/mergeability-without-bypass";
import { reviewDecision } from "@/lib/model/pulls/review-decision";
import { dashboard } from "@/lib/server/dashboard";
import { readReviews } from "@/lib/server/index/read-reviews";
import { userRepositories } from "@/lib/server/operations/repositories/user-repositories";
import { callService, callServiceAs } from "@/lib/server/upstream/call-service";
import type { Acting } from "@/lib/server/upstream/client/service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { createAllPulls } from "./all-pulls";
import { createMergeabilityCache } from "./mergeability-cache";
import { createPullMatcher } from "./pull-matcher";
import { createPullStatuses, type PullStatusSources } from "./pull-status";
import { createPullsNeedingAttention } from "./pulls-needing-attention";
import { type RepositoryPullsFilters, repositoryPulls } from "./repository-pulls";
import { createReviewRequested } from "./review-requested";

export interface PullLists {
  statusesOf: ReturnType<typeof createPullStatuses>;
  needingAttention: ReturnType<typeof createPullsNeedingAttention>;
  all: ReturnType<typeof createAllPulls>;
  ofRepository(
    repository: RepositoryPull["repository"],
    filters: RepositoryPullsFilters,
  ): Promise<ResponseOf<typeof listRepositoryPulls>>;
}

const maxUsers = 200;

declare global {
  interface Dashboard {
    pullLists?: RecentMap<string, PullLists> | undefined;
  }
}

/** The pull request lists of a user, with their caches. They read with the user's own permissions, so nothing is shared. */
export function pullListsOf(user: Acting["user"]): PullLists {
  const key = `${user.role} ${user.ownRole} ${user.email.toLowerCase()}`;
  dashboard.pullLists ??= new RecentMap(maxUsers);
  const lists = dashboard.pullLists.get(key) ?? createPullLists(user);
  dashboard.pullLists.set(key, lists);
  return lists;
}

function createPullLists(user: Acting["user"]): PullLists {
  const call = callServiceAs(user);
  const { clock } = dashboardService();
  const mergeabilityCache = createMergeabilityCache(
    async (pull) => mergeabilityWithoutBypass(await call(getPullRequestMergeability, { params: { ...pull } })),
    clock,
  );
  const checks: PullStatusSources["checks"] = async (repository, sha) => {
    const { checkRuns } = await call(listCheckRunsForCommit, {
      params: { ...repository, sha },
      query: { pageSize: "100" },
    });
    const counts = new Map<string, { status: string; conclusion?: string; count: number }>();
    for (const { status, conclusion } of checkRuns) {
      const key = `${status} ${conclusion}`;
      const known = counts.get(key) ?? { status, ...(conclusion ? { conclusion } : {}), count: 0 };
      counts.set(key, { ...known, count: known.count + 1 });
    }
    return [...counts.values()];
  };
  const reviews = (repository: RepositoryPull["repository"], pullNumber: string) =>
    readReviews((query) => call(listPullRequestReviews, { params: { ...repository, pullNumber }, query }));
  const isReviewRequested = createReviewRequested(user.email, (repository, pullNumber) =>
    call(listRequestedReviewers, { params: { ...repository, pullNumber } }),
  );
  const matcher = createPullMatcher({ email: user.email, isReviewRequested }, clock);
  const all = createAllPulls(
    {
      repositories: () => userRepositories(user),
      pulls: (repository, { state, pageToken }) =>
        call(listPullRequests, {
          params: { ...repository },
          query: { pageSize: "100", state, sortBy: "updated", ...(pageToken ? { pageToken } : {}) },
        }),
      matcher,
    },
    clock,
  );
  return {
    statusesOf: createPullStatuses({
      checks,
      discussion: async (repository, { number, version }) => {
        const params = { ...repository, pullNumber: number };
        const [{ comments, nextPageToken }, found] = await Promise.all([
          call(listPullRequestComments, { params, query: { pageSize: "100" } }),
          reviews(repository, number),
        ]);
        const count = { count: comments.length, more: nextPageToken !== "" };
        return { comments: count, review: reviewDecision(found, version) };
      },
      mergeabilityCache,
      budget: async (repository) =>
        (await callService(getRateLimit, { params: {}, acting: { user, ...repository } })).resources.core,
      clock,
    }),
    all,
    ofRepository: (repository, filters) =>
      repositoryPulls(
        { pulls: (query) => call(listPullRequests, { params: { ...repository }, query }), matcher },
        repository,
        {
          ...filters,
          email: user.email,
        },
      ),
    needingAttention: createPullsNeedingAttention(
      {
        email: user.email,
        openPulls: (change) => all(listAllPulls.query.parse({}), change),
        isReviewRequested,
        checks,
        reviews,
      },
      mergeabilityCache,
      clock,
    ),
  };
}
