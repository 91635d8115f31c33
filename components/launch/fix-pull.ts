import { checkState } from "@/components/checks/check-state";
import type { PullName } from "@/components/pulls/pull-queries";
import { threadsOf } from "@/components/reviews/review-queries";
import { callProxy } from "@/lib/client/call";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { CheckRun } from "@/lib/contract/hosting/check";
import { getPullRequest } from "@/lib/contract/hosting/get-pull-request";
import { getPullRequestMergeability } from "@/lib/contract/hosting/get-pull-request-mergeability";
import { getRepo } from "@/lib/contract/hosting/get-repo";
import { listCheckRunAnnotations } from "@/lib/contract/hosting/list-check-run-annotations";
import { listCheckRunsForCommit } from "@/lib/contract/hosting/list-check-runs-for-commit";
import { listPullRequestComments } from "@/lib/contract/hosting/list-pull-request-comments";
import { fixPrompt, type FixInput } from "@/lib/model/fix/fix-prompt";
import { actorName } from "@/lib/model/hosting/actor-name";
import { emptyFields, repositoryRow } from "./empty-fields";

const pageSize = "100";

/** Reads `owner/name/number`; `undefined` for anything else. */
function pullNameOfText(text: string): PullName | undefined {
  const [ownerSlug, repoName, pullNumber, ...more] = text.split("/");
  if (!ownerSlug || !repoName || !/^[1-9][0-9]*$/.test(pullNumber ?? "") || more.length > 0) return undefined;
  return { ownerSlug, repoName, pullNumber: pullNumber ?? "" };
}

function placeOf(place: { path?: string | undefined; startLine?: number | undefined } | undefined): string | undefined {
  if (!place?.path) return undefined;
  return place.startLine ? `${place.path}:${place.startLine}` : place.path;
}

async function checkToFix(name: PullName, run: CheckRun): Promise<FixInput["checks"][number]> {
  const { ownerSlug, repoName } = name;
  const params = { ownerSlug, repoName, checkRunId: run.id };
  const { annotations } = await callProxy(listCheckRunAnnotations, { params, query: { pageSize } });
  return {
    name: run.name,
    result: checkState(run).label,
    title: run.output?.title ?? "",
    summary: run.output?.summary ?? "",
    annotations: annotations.map(({ location, annotationLevel, message }) => ({
      place: placeOf(location),
      level: annotationLevel,
      message,
    })),
  };
}

/** The launch form that asks an agent to mend a pull request, `owner/name/number`, on its own branch. Throws when it can't be read. */
export async function formToFix(address: string): Promise<{ fields: LaunchFields; about: string }> {
  const name = pullNameOfText(address);
  if (!name) throw new Error("the link names none");
  const { ownerSlug, repoName } = name;
  const repository = { ownerSlug, repoName };
  const [pull, repo] = await Promise.all([
    callProxy(getPullRequest, { params: { ...name } }),
    callProxy(getRepo, { params: repository }),
  ]);
  const [verdict, { checkRuns }, { comments }] = await Promise.all([
    pull.state === "open" ? callProxy(getPullRequestMergeability, { params: { ...name } }) : undefined,
    callProxy(listCheckRunsForCommit, { params: { ...repository, sha: pull.head.sha }, query: { pageSize } }),
    callProxy(listPullRequestComments, { params: { ...name }, query: { pageSize } }),
  ]);
  const failing = checkRuns.filter((run) => checkState(run).kind === "failed" || run.conclusion === "action_required");
  const own = verdict?.blockers.filter(({ pullRequest }) => pullRequest.id === pull.id) ?? [];
  const conflict = own.find(({ kind }) => kind === "merge_conflict");
  const behind = own.some(({ kind }) => kind === "behind_base" || kind === "needs_restack");
  const prompt = fixPrompt({
    number: pull.number,
    title: pull.title,
    head: pull.head.ref,
    base: pull.base.ref,
    checks: await Promise.all(failing.map((run) => checkToFix(name, run))),
    threads: threadsOf(comments)
      .filter(({ place }) => place.resolvedAt === undefined && place.path)
      .map(({ place, comments: said }) => ({
        place: placeOf(place),
        comments: said.map(({ author, body }) => ({ by: actorName(author), text: body })),
      })),
    conflicts: conflict && { base: pull.base.ref, files: conflict.mergeConflict?.conflictedPaths ?? [] },
    behind: behind ? (verdict?.baseRef ?? pull.base.ref) : undefined,
  });
  const url = repo.cloneUrl.replace(/\.git$/, "");
  return {
    about: `#${pull.number} ${pull.title}`,
    fields: {
      ...emptyFields,
      prompt,
      name: `Fix #${pull.number}`,
      repositories: [repositoryRow({ id: "first", url, from: "pull", prUrl: `${url}/pull/${pull.number}` })],
      // What it changes belongs to the pull request, so no other one is opened.
      workOnCurrentBranch: true,
      autoCreatePR: false,
    },
  };
}
