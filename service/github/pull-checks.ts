import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import { type HostCheck, summarizeChecks, webLink } from "../code-hosts/check-summary";
import { allPages, pageSize } from "./all-pages";
import type { GitHubApi, GitHubRequest } from "./github-api";
import { GitHubProblem } from "./github-problem";
import { CheckRunList, CombinedStatus, WorkflowRunList } from "./github-resources";

const failures: ReadonlySet<string> = new Set([
  "failure",
  "error",
  "timed_out",
  "cancelled",
  "action_required",
  "startup_failure",
]);

function statusOf(conclusion: string | null): HostCheck["status"] {
  if (conclusion === null) return "pending";
  return failures.has(conclusion) ? "failed" : "passed";
}

/** Undefined if the token lacks the permission; fine-grained tokens can't have the one for checks. */
async function ifAllowed<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GitHubProblem && (error.kind === "denied" || error.kind === "missing")) return undefined;
    throw error;
  }
}

interface Found {
  checks: HostCheck[];
  /** False if there are more than can be read. */
  isComplete: boolean;
}

/** Reads all pages of a list of checks. Undefined if the token lacks the permission. */
async function readAll<T>(
  load: (page: number) => Promise<{ total_count: number; items: readonly T[] }>,
  toCheck: (item: T) => HostCheck,
): Promise<Found | undefined> {
  let total = 0;
  const items = await ifAllowed(
    allPages(async (page) => {
      const loaded = await load(page);
      total = loaded.total_count;
      return loaded.items;
    }),
  );
  return items && { checks: items.map(toCheck), isComplete: items.length >= total };
}

const pageOf = (request: GitHubRequest, page: number): GitHubRequest => ({
  ...request,
  parameters: { ...request.parameters, per_page: pageSize, page },
});

function checkRuns(api: GitHubApi, request: GitHubRequest): Promise<Found | undefined> {
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const load = async (page: number) => {
    const { total_count, check_runs: items } = await api.call(route, pageOf(request, page), CheckRunList);
    return { total_count, items };
  };
  return readAll(load, ({ name, status, conclusion, html_url, output }) => ({
    name,
    status: statusOf(conclusion),
    result: conclusion ?? status,
    url: webLink(html_url),
    title: output.title ?? "",
    summary: output.summary ?? "",
  }));
}

/** The workflow runs of a commit, which fine-grained tokens can read. */
function workflowRuns(api: GitHubApi, request: GitHubRequest, sha: string): Promise<Found | undefined> {
  const { ref: _ref, ...repository } = request.parameters;
  const runs = { ...request, parameters: { ...repository, head_sha: sha } };
  const load = async (page: number) => {
    const route = "GET /repos/{owner}/{repo}/actions/runs";
    const { total_count, workflow_runs: items } = await api.call(route, pageOf(runs, page), WorkflowRunList);
    return { total_count, items };
  };
  return readAll(load, ({ name, status, conclusion, html_url }) => ({
    name: name ?? "Workflow",
    status: statusOf(conclusion),
    result: conclusion ?? status ?? "",
    url: webLink(html_url),
    title: "",
    summary: "",
  }));
}

function commitStatuses(api: GitHubApi, request: GitHubRequest): Promise<Found | undefined> {
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/status";
  const load = async (page: number) => {
    const { total_count, statuses: items } = await api.call(route, pageOf(request, page), CombinedStatus);
    return { total_count, items };
  };
  return readAll(load, ({ context, state, description, target_url }) => ({
    name: context,
    status: statusOf(state === "pending" ? null : state),
    result: state,
    url: webLink(target_url),
    title: description ?? "",
    summary: "",
  }));
}

/** Reads the checks and statuses of a commit. Unknown if the token can't read all of them, unless one that it can read failed. */
export async function readChecks(api: GitHubApi, fullName: string, sha: string): Promise<AgentPullRequest["checks"]> {
  const [owner, repo] = fullName.split("/");
  const request = { what: fullName, background: false, parameters: { owner, repo, ref: sha } };
  const [runs, statuses] = await Promise.all([
    checkRuns(api, request).then((found) => found ?? workflowRuns(api, request, sha)),
    commitStatuses(api, request),
  ]);
  const checks = [...(runs?.checks ?? []), ...(statuses?.checks ?? [])];
  return summarizeChecks(checks, runs?.isComplete === true && statuses?.isComplete === true);
}
