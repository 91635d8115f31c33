import type { z } from "zod";
import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import type { MergeMethod } from "@/lib/contract/agents/merge-agent-pull-request";
import { allPages, pageSize } from "./all-pages";
import type { FoundPull } from "./github";
import { type PullResource, type RepositoryResource, ReviewCommentList, ReviewList } from "./github-resources";
import { readChecks } from "./pull-checks";
import { reviewThreads } from "./review-threads";

/** The decision of the latest decisive review of each reviewer. */
export function reviewDecision(reviews: z.infer<typeof ReviewList>): AgentPullRequest["review"] {
  const latest = new Map<string, string>();
  // GitHub lists reviews in chronological order.
  for (const { user, state } of reviews) {
    if (["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(state)) latest.set(user?.login ?? "", state);
  }
  const states = [...latest.values()];
  if (states.includes("CHANGES_REQUESTED")) return "changes_requested";
  return states.includes("APPROVED") ? "approved" : "none";
}

export function mergeability({
  mergeable,
  mergeable_state: state,
}: Pick<PullResource, "mergeable" | "mergeable_state">): AgentPullRequest["mergeability"] {
  if (mergeable === false || state === "dirty") return "conflict";
  if (state === "blocked" || state === "behind") return state;
  return mergeable === true ? "mergeable" : "checking";
}

export const pullState = ({ state, merged_at }: Pick<PullResource, "state" | "merged_at">) =>
  merged_at === null ? state : "merged";

/** The merge methods that a repository allows. Credentials without push access don't see them. */
function mergeMethods(repository: RepositoryResource): MergeMethod[] {
  const { allow_merge_commit = true, allow_squash_merge = true, allow_rebase_merge = true } = repository;
  return [
    ...(allow_merge_commit ? ["merge" as const] : []),
    ...(allow_squash_merge ? ["squash" as const] : []),
    ...(allow_rebase_merge ? ["rebase" as const] : []),
  ];
}

/** Reads a pull request's checks, reviews and review comments. Throws `GitHubProblem`. */
export async function readPullStatus({
  pull: { url },
  repository: { api, resource: repository },
  resource: pull,
}: FoundPull): Promise<AgentPullRequest> {
  const fullName = pull.base.repo.full_name;
  const [owner, repo] = fullName.split("/");
  const list = <T>(route: string, schema: z.ZodType<T[]>): Promise<T[]> =>
    allPages((page) => {
      const parameters = { owner, repo, pull_number: pull.number, per_page: pageSize, page };
      return api.call(route, { what: fullName, background: false, parameters }, schema);
    });
  const isOpen = pull.state === "open";
  const [checks, reviews, comments] = await Promise.all([
    readChecks(api, fullName, pull.head.sha),
    list("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", ReviewList),
    isOpen ? list("GET /repos/{owner}/{repo}/pulls/{pull_number}/comments", ReviewCommentList) : [],
  ]);
  return {
    url,
    host: "github",
    number: pull.number,
    title: pull.title,
    state: pullState(pull),
    draft: pull.draft,
    head: pull.head.ref,
    headSha: pull.head.sha,
    updatedAt: pull.updated_at,
    base: pull.base.ref,
    additions: pull.additions,
    deletions: pull.deletions,
    checks,
    review: reviewDecision(reviews),
    ...(isOpen
      ? { threads: reviewThreads(comments), mergeability: mergeability(pull), mergeMethods: mergeMethods(repository) }
      : {}),
  };
}
