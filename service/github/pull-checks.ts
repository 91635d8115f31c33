import type { ExternalPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import type { GitHubApi, GitHubRequest } from "./github-api";
import { GitHubProblem } from "./github-problem";
import { CheckRunList, CombinedStatus, WorkflowRunList } from "./github-resources";

const maxFailed = 20;
const maxTitleLength = 300;
const maxSummaryLength = 4_000;
const perPage = 100;

/** A check, workflow run or commit status. */
interface Check {
  name: string;
  status: "passed" | "failed" | "pending";
  /** GitHub's word for the result. */
  result: string;
  url: string | undefined;
  title: string;
  summary: string;
}

const failures: ReadonlySet<string> = new Set([
  "failure",
  "error",
  "timed_out",
  "cancelled",
  "action_required",
  "startup_failure",
]);

function statusOf(conclusion: string | null): Check["status"] {
  if (conclusion === null) return "pending";
  return failures.has(conclusion) ? "failed" : "passed";
}

const webLink = (url: string | null | undefined) => (url?.startsWith("https://") ? url : undefined);

/** Undefined if the token lacks the permission; fine-grained tokens can't have the one for checks. */
async function ifAllowed<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GitHubProblem && (error.kind === "denied" || error.kind === "missing")) return undefined;
    throw error;
  }
}

async function checkRuns(api: GitHubApi, request: GitHubRequest): Promise<Check[] | undefined> {
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const found = await ifAllowed(api.call(route, request, CheckRunList));
  return found?.check_runs.map(({ name, status, conclusion, html_url, output }) => ({
    name,
    status: statusOf(conclusion),
    result: conclusion ?? status,
    url: webLink(html_url),
    title: output.title ?? "",
    summary: output.summary ?? "",
  }));
}

/** The workflow runs of a commit, which fine-grained tokens can read. */
async function workflowRuns(api: GitHubApi, request: GitHubRequest, sha: string): Promise<Check[] | undefined> {
  const { ref: _ref, ...repository } = request.parameters;
  const runs = { ...request, parameters: { ...repository, head_sha: sha } };
  const found = await ifAllowed(api.call("GET /repos/{owner}/{repo}/actions/runs", runs, WorkflowRunList));
  return found?.workflow_runs.map(({ name, status, conclusion, html_url }) => ({
    name: name ?? "Workflow",
    status: statusOf(conclusion),
    result: conclusion ?? status ?? "",
    url: webLink(html_url),
    title: "",
    summary: "",
  }));
}

async function commitStatuses(api: GitHubApi, request: GitHubRequest): Promise<Check[] | undefined> {
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/status";
  const found = await ifAllowed(api.call(route, request, CombinedStatus));
  return found?.statuses.map(({ context, state, description, target_url }) => ({
    name: context,
    status: statusOf(state === "pending" ? null : state),
    result: state,
    url: webLink(target_url),
    title: description ?? "",
    summary: "",
  }));
}

/** Reads the checks and statuses of a commit. Unknown if the token can read neither. */
export async function readChecks(
  api: GitHubApi,
  fullName: string,
  sha: string,
): Promise<ExternalPullRequest["checks"]> {
  const [owner, repo] = fullName.split("/");
  const request = { what: fullName, background: false, parameters: { owner, repo, ref: sha, per_page: perPage } };
  const [runs, statuses] = await Promise.all([
    checkRuns(api, request).then((found) => found ?? workflowRuns(api, request, sha)),
    commitStatuses(api, request),
  ]);
  if (!runs && !statuses) return { state: "unknown", total: 0, failed: [] };
  const checks = [...(runs ?? []), ...(statuses ?? [])];
  const failed = checks.filter(({ status }) => status === "failed");
  const pending = checks.some(({ status }) => status === "pending");
  const state = failed.length > 0 ? "failed" : pending ? "pending" : checks.length > 0 ? "passed" : "none";
  return {
    state,
    total: checks.length,
    failed: failed.slice(0, maxFailed).map(({ name, result, url, title, summary }) => ({
      name,
      result,
      ...(url === undefined ? {} : { url }),
      title: title.slice(0, maxTitleLength),
      summary: summary.slice(0, maxSummaryLength),
    })),
  };
}
