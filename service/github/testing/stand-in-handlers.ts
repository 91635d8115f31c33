import { z } from "zod";
import { divergence } from "@/git/history/history";
import { listReferences, readReference } from "@/git/refs/references";
import { git } from "@/git/testing/git-fixture";
import { appHandlers } from "./app-handlers";
import {
  firstOf,
  type Handler,
  members,
  plainRepository,
  repositoryFacts,
  type StandInCall,
  type StandInPull,
  type StandInReport,
  type StandInResponse,
  type StandInState,
} from "./stand-in-parts";

const PullInput = z.object({
  title: z.string(),
  body: z.string().default(""),
  head: z.string(),
  base: z.string(),
  draft: z.boolean().default(false),
});

const headOf = ({ dir }: StandInState, branch: string) => readReference(dir, `refs/heads/${branch}`);

async function pullBranch(state: StandInState, example: unknown, name: string, fullName: string) {
  const side = members(example);
  const repo = { ...members(side.repo), full_name: fullName };
  return {
    ...side,
    label: `${fullName.split("/")[0]}:${name}`,
    ref: name,
    sha: (await headOf(state, name)) ?? "0".repeat(40),
    repo,
  };
}

async function pullResource(state: StandInState, example: unknown, pull: StandInPull) {
  const base = members(example);
  const fullName = `acme/${state.repository.name}`;
  return {
    ...base,
    url: `${state.api}/repos/${fullName}/pulls/${pull.number}`,
    html_url: `${state.url}/pull/${pull.number}`,
    requested_teams: [],
    number: pull.number,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    draft: pull.draft,
    merged_at: pull.merged ? "2026-11-20T10:00:00Z" : null,
    ...("merged" in base ? { merged: pull.merged, mergeable: pull.mergeable } : {}),
    head: await pullBranch(state, base.head, pull.head, pull.fork ?? fullName),
    base: await pullBranch(state, base.base, pull.base, fullName),
  };
}

const validationFailed = (message: string): StandInResponse => ({
  status: 422,
  body: {
    message: "Validation Failed",
    errors: [{ resource: "PullRequest", code: "custom", message }],
    documentation_url: "https://docs.github.com/rest/pulls/pulls#create-a-pull-request",
    status: "422",
  },
});

async function createPull({ state, body, example }: StandInCall): Promise<StandInResponse> {
  const input = PullInput.parse(body);
  const head = await headOf(state, input.head);
  const base = await headOf(state, input.base);
  if (!head || !base) return validationFailed(`${head ? "base" : "head"} is invalid`);
  const { ahead } = await divergence(state.dir, base, head);
  if (ahead === 0) return validationFailed(`No commits between ${input.base} and ${input.head}`);
  if (state.pulls.some((pull) => pull.state === "open" && pull.head === input.head)) {
    return validationFailed(`A pull request already exists for acme:${input.head}.`);
  }
  const pull: StandInPull = { ...input, number: state.pulls.length + 1, state: "open", merged: false, mergeable: true };
  state.pulls.push(pull);
  if (state.loseNextResponse) {
    state.loseNextResponse = false;
    return {
      status: 503,
      body: { code: "503", message: "Service unavailable", documentation_url: "https://docs.github.com" },
    };
  }
  return { status: 201, body: await pullResource(state, example(201), pull) };
}

async function listPulls({ state, query, example }: StandInCall): Promise<StandInResponse> {
  const found = state.pulls.filter(
    ({ head, fork, ...pull }) =>
      pull.state === (query.get("state") ?? "open") &&
      (query.get("head") ?? `acme:${head}`) === `acme:${head}` &&
      !fork,
  );
  const one = firstOf(example(200));
  return { status: 200, body: await Promise.all(found.toReversed().map((pull) => pullResource(state, one, pull))) };
}

/** A page of a list, as the query of the request selects it. */
function pageOf<T>(items: readonly T[], query: URLSearchParams): T[] {
  const size = Number(query.get("per_page") ?? 30);
  const first = (Number(query.get("page") ?? 1) - 1) * size;
  return items.slice(first, first + size);
}

const findPull = ({ state, parameters }: StandInCall) =>
  state.pulls.find(({ number }) => String(number) === parameters.pull_number);

const MergeInput = z.object({ sha: z.string(), merge_method: z.enum(["merge", "squash", "rebase"]) });

const rejection = (status: number, message: string): StandInResponse => ({
  status,
  body: { message, documentation_url: "https://docs.github.com/rest/pulls/pulls#merge-a-pull-request" },
});

/** Merges with a merge commit, regardless of the method. */
async function mergePull(call: StandInCall): Promise<StandInResponse | undefined> {
  const { state, principal, body } = call;
  const pull = findPull(call);
  if (!pull) return undefined;
  const { sha, merge_method } = MergeInput.parse(body);
  if (pull.blocked) return rejection(405, pull.blocked);
  if ((await headOf(state, pull.head)) !== sha)
    return rejection(409, "Head branch was modified. Review and try the merge again.");
  const base = await headOf(state, pull.base);
  const tree = (await git(state.dir, "merge-tree", "--write-tree", pull.base, pull.head)).split("\n")[0] ?? "";
  const merged = await git(state.dir, "commit-tree", tree, "-p", base ?? "", "-p", sha, "-m", `Merge #${pull.number}`);
  await git(state.dir, "update-ref", `refs/heads/${pull.base}`, merged);
  Object.assign(pull, { state: "closed", merged: true });
  state.merges.push({ pull: pull.number, method: merge_method, by: principal });
  return { status: 200, body: { sha: merged, merged: true, message: "Pull Request successfully merged" } };
}

const CheckInput = z.object({
  head_sha: z.string(),
  external_id: z.string(),
  status: z.string(),
  conclusion: z.string().optional(),
  details_url: z.string(),
});

const reportBody = (example: unknown, { id, sha, externalId, status, conclusion }: StandInReport) => ({
  ...members(example),
  id,
  head_sha: sha,
  external_id: externalId,
  status,
  conclusion,
});

/** How the stand-in answers each operation it implements. Undefined: not found. */
export const standInHandlers: Readonly<Record<string, Handler>> = {
  ...appHandlers,
  "GET /repos/{owner}/{repo}": async ({ state, example }) => ({
    status: 200,
    body: { ...plainRepository(example(200)), ...repositoryFacts(state) },
  }),
  "GET /user/repos": async ({ state, example }) => ({
    status: 200,
    body: [{ ...plainRepository(firstOf(example(200))), ...repositoryFacts(state) }],
  }),
  "GET /repos/{owner}/{repo}/pulls": listPulls,
  "POST /repos/{owner}/{repo}/pulls": createPull,
  "GET /repos/{owner}/{repo}/pulls/{pull_number}": async (call) => {
    const pull = findPull(call);
    return pull && { status: 200, body: await pullResource(call.state, call.example(200), pull) };
  },
  "GET /repos/{owner}/{repo}/git/matching-refs/{ref}": async ({ state, parameters, example }) => {
    const one = firstOf(example(200));
    const found = await listReferences(state.dir);
    const matching = found.filter(({ name }) => name.startsWith(`refs/${parameters.ref}`));
    const body = matching.map(({ name, id }) => ({ ...one, ref: name, object: { ...members(one.object), sha: id } }));
    return { status: 200, body };
  },
  "GET /repos/{owner}/{repo}/compare/{basehead}": async ({ state, parameters, example }) => {
    const [base = "", head = ""] = (parameters.basehead ?? "").split("...");
    const { ahead, behind } = await divergence(state.dir, base, head);
    return { status: 200, body: { ...members(example(200)), ahead_by: ahead, behind_by: behind } };
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews": async (call) => {
    const { state, example } = call;
    const one = firstOf(example(200));
    const user = (login: string) => ({ ...members(one.user), login });
    const body = state.reviews.map((review) => ({
      ...one,
      user: user(review.user),
      state: review.state,
      submitted_at: review.submittedAt,
    }));
    return findPull(call) && { status: 200, body: pageOf(body, call.query) };
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments": async (call) => {
    const { state, example } = call;
    const { in_reply_to_id: _parent, line: _line, ...one } = firstOf(example(200));
    const body = state.reviewComments.map(({ id, replyTo, user, path, line, body: text }) => ({
      ...one,
      // The description has no null, which GitHub returns for lines that have changed.
      ...(line === null ? {} : { line }),
      id,
      path,
      body: text,
      html_url: `${state.url}/pull/1#discussion_r${id}`,
      ...(replyTo === undefined ? {} : { in_reply_to_id: replyTo }),
      user: { ...members(one.user), login: user },
    }));
    return findPull(call) && { status: 200, body: pageOf(body, call.query) };
  },
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": async (call) => {
    const { state, body, example } = call;
    const pull = findPull(call);
    if (!pull) return undefined;
    const { reviewers } = z.object({ reviewers: z.array(z.string()) }).parse(body);
    pull.reviewers = reviewers;
    return { status: 201, body: await pullResource(state, example(201), pull) };
  },
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": mergePull,
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": async ({
    state,
    parameters,
    principal,
    body,
    example,
  }) => {
    const { body: text } = z.object({ body: z.string() }).parse(body);
    state.comments.push({ pull: Number(parameters.issue_number), body: text, by: principal });
    const html_url = `${state.url}/pull/${parameters.issue_number}#issuecomment-${state.comments.length}`;
    return { status: 201, body: { ...members(example(201)), html_url, body: text } };
  },
  "POST /repos/{owner}/{repo}/check-runs": async ({ state, body, example }) => {
    const { head_sha: sha, external_id: externalId, status, conclusion = null, details_url } = CheckInput.parse(body);
    const id = state.reported.length + 1;
    const report = { id, sha, externalId, status, conclusion, detailsUrl: details_url };
    state.reported.push(report);
    return { status: 201, body: reportBody(example(201), report) };
  },
  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": async ({ state, parameters, body, example }) => {
    const report = state.reported.find(({ id }) => String(id) === parameters.check_run_id);
    if (!report) return undefined;
    const { status, conclusion } = z.object({ status: z.string(), conclusion: z.string() }).parse(body);
    Object.assign(report, { status, conclusion });
    return { status: 200, body: reportBody(example(200), report) };
  },
  "GET /user": async ({ principal, example }) => ({
    status: 200,
    body: { ...members(example(200)), login: principal.kind === "user" ? principal.login : "machine" },
  }),
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs": async ({ state, parameters, query, example }) => {
    const body = members(example(200));
    const one = firstOf(body.check_runs);
    if (query.get("check_name") !== null) {
      const own = state.reported.filter(({ sha }) => sha === parameters.ref);
      const check_runs = own.map((report) => reportBody(one, report));
      return { status: 200, body: { total_count: check_runs.length, check_runs } };
    }
    const check_runs = state.checkRuns.map(({ name, status, conclusion, title, summary }) => ({
      ...one,
      name,
      status,
      conclusion,
      completed_at: conclusion === null ? null : one.completed_at,
      html_url: `${state.url}/runs/1`,
      output: { ...members(one.output), title, summary },
    }));
    return { status: 200, body: { total_count: check_runs.length, check_runs: pageOf(check_runs, query) } };
  },
  "GET /repos/{owner}/{repo}/commits/{ref}/status": async ({ state, parameters, query, example }) => {
    const body = members(example(200));
    const one = firstOf(body.statuses);
    const statuses = state.statuses.map((status) => ({ ...one, ...status }));
    return {
      status: 200,
      body: { ...body, sha: parameters.ref, total_count: statuses.length, statuses: pageOf(statuses, query) },
    };
  },
  "GET /repos/{owner}/{repo}/actions/runs": async ({ state, query, example }) => {
    const one = firstOf(members(example(200)).workflow_runs);
    const workflow_runs = state.checkRuns.map(({ name, status, conclusion }) => ({ ...one, name, status, conclusion }));
    return { status: 200, body: { total_count: workflow_runs.length, workflow_runs: pageOf(workflow_runs, query) } };
  },
};
