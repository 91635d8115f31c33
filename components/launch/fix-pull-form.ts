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
import { type FixInput, fixPrompt } from "@/lib/model/fix/fix-prompt";
import { actorName } from "@/lib/model/hosting/actor-name";
import { emptyFields, repositoryRow } from "./empty-fields";

const pageSize = "100";

/** Parses `owner/name/number`; `undefined` for anything else. */
function parsePullName(text: string): PullName | undefined {
  const [ownerSlug, repoName, pullNumber, ...more] = text.split("/");
  if (!ownerSlug || !repoName || !/^[1-9][0-9]*$/.test(pullNumber ?? "") || more.length > 0) return undefined;
  return { ownerSlug, repoName, pullNumber: pullNumber ?? "" };
}

function formatLocation(
  location: { path?: string | undefined; startLine?: number | undefined } | undefined,
): string | undefined {
  if (!location?.path) return undefined;
  return location.startLine ? `${location.path}:${location.startLine}` : location.path;
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
      location: formatLocation(location),
      level: annotationLevel,
      message,
    })),
  };
}

/** The launch form for fixing a pull request, `owner/name/number`, on its branch. Throws when the pull request can't be loaded. */
export async function fixPullForm(address: string): Promise<{ fields: LaunchFields; about: string }> {
  const name = parsePullName(address);
  if (!name) throw new Error("Invalid pull request link.");
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
  const blockers = verdict?.blockers.filter(({ pullRequest }) => pullRequest.id === pull.id) ?? [];
  const conflict = blockers.find(({ kind }) => kind === "merge_conflict");
  const behind = blockers.some(({ kind }) => kind === "behind_base" || kind === "needs_restack");
  const prompt = fixPrompt({
    number: pull.number,
    title: pull.title,
    head: pull.head.ref,
    base: pull.base.ref,
    checks: await Promise.all(failing.map((run) => checkToFix(name, run))),
    threads: threadsOf(comments)
      .filter(({ resolvedAt, path }) => resolvedAt === undefined && path)
      .map((thread) => ({
        location: formatLocation(thread),
        comments: thread.comments.map(({ author, body }) => ({ by: actorName(author), text: body })),
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
      // Changes go to the existing pull request, so don't open another one.
      workOnCurrentBranch: true,
      autoCreatePR: false,
    },
  };
}
