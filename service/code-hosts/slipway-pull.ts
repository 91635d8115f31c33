import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import { listCheckRunsForCommit } from "@/lib/contract/hosting/checks/list-check-runs-for-commit";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import { checkState } from "@/lib/model/checks/check-state";
import { actorName } from "@/lib/model/hosting/actor-name";
import { fetchAllPages, maxListedItems } from "@/lib/model/hosting/fetch-all-pages";
import { mergeabilityState } from "@/lib/model/pulls/mergeability-state";
import { reviewDecision } from "@/lib/model/pulls/review-decision";
import type { HostingContext } from "../core/hosting-context";
import { ApiError, apiError } from "../core/http/api-error";
import { type CallInProcess, callInProcess } from "../core/http/call-in-process";
import type { Principal } from "../core/principal";
import type { FoundRepository } from "../hosting/access/repository-access";
import { listCheckRunsForCommitOperation } from "../hosting/checks/list-check-runs-for-commit";
import { createPullRequestCommentOperation } from "../hosting/comments/create-pull-request-comment";
import { listPullRequestCommentsOperation } from "../hosting/comments/list-pull-request-comments";
import { getPullRequestMergeabilityOperation } from "../hosting/mergeability/get-pull-request-mergeability";
import { mergePullRequestOperation } from "../hosting/mergeability/merge-pull-request";
import { getPullRequestOperation } from "../hosting/pulls/get-pull-request";
import type { FoundPullRequest } from "../hosting/pulls/pull-request-row";
import { pullRequestUrl } from "../hosting/pulls/pull-request-url";
import { listPullRequestReviewsOperation } from "../hosting/reviews/list-pull-request-reviews";
import { type HostCheck, summarizeChecks, webLink } from "./check-summary";
import type { ActingPull } from "./code-host";
import { lineThreads } from "./line-threads";

type PullContext = HostingContext;
type Call = CallInProcess<PullContext>;

interface Address extends Record<string, string> {
  ownerSlug: string;
  repoName: string;
  pullNumber: string;
}

const pageSize = "100";

/** Query of the page after `pageToken`. */
const pageOf = (pageToken: string | undefined) => (pageToken === undefined ? { pageSize } : { pageSize, pageToken });

/** The agent API's error for one of the hosting API. */
function agentApiError(error: ApiError): ApiError {
  const { code, message, field } = error;
  if (code === "NotFound") return apiError.agents(404, "pull_request_not_found", message);
  if (code === "PermissionDenied") return apiError.agents(403, "role_forbidden", message);
  if (code === "ResourceExhausted") return new ApiError(429, "rate_limit_exceeded", message, field, error.headers);
  if (code === "InvalidArgument") return apiError.agents(400, "validation_error", message, field);
  if (code === "FailedPrecondition" || code === "Aborted") {
    return apiError.agents(409, "pull_request_conflict", message);
  }
  return error;
}

async function orAgentApiError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? agentApiError(error) : error;
  }
}

const checkStatuses = { passed: "passed", failed: "failed", attention: "failed", pending: "pending" } as const;

async function readChecks(call: Call, { ownerSlug, repoName }: Address, sha: string) {
  const runs = await fetchAllPages(async (pageToken) => {
    const input = { params: { ownerSlug, repoName, sha }, query: pageOf(pageToken) };
    const page = await call(listCheckRunsForCommit, listCheckRunsForCommitOperation, input);
    return { items: page.checkRuns, next: page.nextPageToken };
  });
  const checks = runs.map((run): HostCheck => {
    const { kind, name } = checkState(run);
    return {
      name: run.name,
      status: checkStatuses[kind],
      result: name,
      url: webLink(run.detailsUrl),
      title: run.output?.title ?? "",
      summary: run.output?.summary ?? "",
    };
  });
  return summarizeChecks(checks, runs.length < maxListedItems);
}

async function readReview(call: Call, params: Address, version: string) {
  const reviews = await fetchAllPages(async (pageToken) => {
    const input = { params, query: pageOf(pageToken) };
    const page = await call(listPullRequestReviews, listPullRequestReviewsOperation, input);
    return { items: page.reviews, next: page.nextPageToken };
  });
  return reviewDecision(reviews, version);
}

async function readThreads(call: Call, params: Address, url: string): Promise<AgentPullRequest["threads"]> {
  const comments = await fetchAllPages(async (pageToken) => {
    const input = { params, query: pageOf(pageToken) };
    const page = await call(listPullRequestComments, listPullRequestCommentsOperation, input);
    return { items: page.comments, next: page.nextPageToken };
  });
  return lineThreads(
    comments.map(({ body, author, thread: { id, path = "", startLine, endLine, resolvedAt } }) => ({
      threadId: id,
      path,
      line: endLine || startLine || undefined,
      url,
      by: actorName(author),
      text: body,
      isOpen: path !== "" && resolvedAt === undefined,
    })),
  );
}

/** What decides about the merge of an open pull request. */
async function readMergeability(
  call: Call,
  params: Address,
  { allowMergeCommit, allowSquashMerge }: FoundRepository,
): Promise<Pick<AgentPullRequest, "mergeability" | "mergeMethods">> {
  const mergeability = await call(getPullRequestMergeability, getPullRequestMergeabilityOperation, { params });
  return {
    mergeability: mergeabilityState(mergeability),
    mergeMethods: [
      ...(allowMergeCommit && !mergeability.requiresLinearHistory ? ["merge" as const] : []),
      ...(allowSquashMerge ? ["squash" as const] : []),
    ],
  };
}

const pullState = ({ merged, state }: PullRequest) => (merged ? "merged" : state);

/** Who reads and changes pull requests of this service, and pays for it. */
export interface PullAccount {
  principal: Principal;
  /** Charges points of the hosting API, as its own requests do. */
  charge(points: number): Promise<unknown>;
}

/**
 * A pull request of this service, read and changed with the permissions and points of an account. Errors have the agent API's
 * codes. Throws 404 `pull_request_not_found` if the account can't read it.
 */
export async function slipwayPull(
  context: PullContext,
  { principal, charge }: PullAccount,
  { repository, pull }: FoundPullRequest & { repository: FoundRepository },
): Promise<ActingPull> {
  const call = callInProcess(context, principal, charge);
  const params: Address = {
    ownerSlug: repository.ownerSlug,
    repoName: repository.name,
    pullNumber: String(pull.number),
  };
  const url = pullRequestUrl(context, repository, pull.number);
  const found = await orAgentApiError(() => call(getPullRequest, getPullRequestOperation, { params }));
  const { head, base, title, draft, additions, deletions, updatedAt, version } = found;

  async function readStatus(): Promise<AgentPullRequest> {
    const isOpen = found.state === "open";
    const [checks, review, threads, merge] = await Promise.all([
      readChecks(call, params, head.sha),
      readReview(call, params, version.number),
      isOpen ? readThreads(call, params, url) : undefined,
      isOpen ? readMergeability(call, params, repository) : {},
    ]);
    return {
      url,
      host: "service",
      number: pull.number,
      title,
      state: pullState(found),
      draft,
      updatedAt,
      head: head.ref,
      headSha: head.sha,
      base: base.ref,
      additions,
      deletions,
      checks,
      review,
      ...(threads ? { threads } : {}),
      ...merge,
    };
  }

  return {
    state: pullState(found),
    headSha: head.sha,
    readStatus: () => orAgentApiError(readStatus),
    comment: (body) =>
      orAgentApiError(async () => {
        await call(createPullRequestComment, createPullRequestCommentOperation, { params, body: { body } });
        return { url };
      }),
    async merge({ expectedHead, method }) {
      if (method === "rebase") {
        throw apiError.field("method", "rebase isn't available in repositories of this service. Use merge or squash");
      }
      return orAgentApiError(async () => {
        const body = { expectedHeadSha: expectedHead, mergeMethod: method };
        const merged = await call(mergePullRequest, mergePullRequestOperation, { params, body });
        return { sha: merged.mergeCommitSha };
      });
    },
  };
}
