import type { PullName } from "@/components/pulls/pull-queries";
import { groupThreads } from "@/components/reviews/review-queries";
import { callProxy } from "@/lib/client/call";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { CheckRun } from "@/lib/contract/hosting/check";
import { listCheckRunAnnotations } from "@/lib/contract/hosting/checks/list-check-run-annotations";
import { listCheckRunsForCommit } from "@/lib/contract/hosting/checks/list-check-runs-for-commit";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import { checkState } from "@/lib/model/checks/check-state";
import { type FixInput, fixPrompt, formatLines } from "@/lib/model/fix/fix-prompt";
import { actorName } from "@/lib/model/hosting/actor-name";
import { mergeabilityWithoutBypass } from "@/lib/model/pulls/mergeability-without-bypass";
import { emptyFields, repositoryRow } from "./empty-fields";

const pageSize = "100";

/** Parses `owner/name/number`; `undefined` for anything else. */
function parsePullName(text: string): PullName | undefined {
  const [ownerSlug, repoName, pullNumber, ...more] = text.split("/");
  if (!ownerSlug || !repoName || !/^[1-9][0-9]*$/.test(pullNumber ?? "") || more.length > 0) return undefined;
  return { ownerSlug, repoName, pullNumber: pullNumber ?? "" };
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
      location: location && formatLines(location),
      level: annotationLevel,
      message,
    })),
  };
}

const verdicts: ReadonlyMap<string, string> = new Map([
  ["approve", "approved"],
  ["request_changes", "requested changes"],
  ["comment", "commented"],
]);

/** The latest review of each reviewer, without dismissed ones and those that say nothing. */
function reviewsToFix(reviews: readonly PullRequestReview[]): FixInput["reviews"] {
  const latest = new Map<string, PullRequestReview>();
  for (const review of reviews) if (!review.dismissal) latest.set(actorName(review.author), review);
  return [...latest].flatMap(([by, { verdict, body }]) =>
    body.trim() ? [{ by, verdict: verdicts.get(verdict) ?? verdict, text: body }] : [],
  );
}

/** The prompt for making a pull request mergeable, from its checks, reviews, comments and conflicts. */
export async function fixPullPrompt(name: PullName): Promise<{ pull: PullRequest; prompt: string }> {
  const { ownerSlug, repoName } = name;
  const repository = { ownerSlug, repoName };
  const pull = await callProxy(getPullRequest, { params: { ...name } });
  const [verdict, { checkRuns }, { comments }, { reviews }] = await Promise.all([
    pull.state === "open"
      ? callProxy(getPullRequestMergeability, { params: { ...name } }).then(mergeabilityWithoutBypass)
      : undefined,
    callProxy(listCheckRunsForCommit, { params: { ...repository, sha: pull.head.sha }, query: { pageSize } }),
    callProxy(listPullRequestComments, { params: { ...name }, query: { pageSize } }),
    callProxy(listPullRequestReviews, { params: { ...name }, query: { pageSize } }),
  ]);
  const failing = checkRuns.filter((run) => checkState(run).kind === "failed" || run.conclusion === "action_required");
  const blockers = verdict?.blockers.filter(({ pullRequest }) => pullRequest.id === pull.id) ?? [];
  const conflict = blockers.find(({ kind }) => kind === "merge_conflict");
  const has = (wanted: string) => blockers.some(({ kind }) => kind === wanted);
  const behind = has("behind_base") ? (verdict?.baseRef ?? pull.base.ref) : undefined;
  const prompt = fixPrompt({
    number: pull.number,
    title: pull.title,
    head: pull.head.ref,
    base: pull.base.ref,
    checks: await Promise.all(failing.map((run) => checkToFix(name, run))),
    reviews: reviewsToFix(reviews),
    threads: groupThreads(comments)
      .filter(({ resolvedAt }) => resolvedAt === undefined)
      .map((thread) => ({
        location: formatLines(thread),
        comments: thread.comments.map(({ author, body }) => ({ by: actorName(author), text: body })),
      })),
    conflicts: conflict && { base: pull.base.ref, files: conflict.mergeConflict?.conflictedPaths ?? [] },
    // A layer of a stack has the branch below it as its base.
    behind: has("needs_restack") ? pull.base.ref : behind,
  });
  return { pull, prompt };
}

/** The launch form for fixing a pull request, `owner/name/number`, on its branch. Throws when the pull request can't be loaded. */
export async function fixPullForm(address: string): Promise<{ fields: LaunchFields; about: string }> {
  const name = parsePullName(address);
  if (!name) throw new Error("Invalid pull request link.");
  const [{ pull, prompt }, repo] = await Promise.all([
    fixPullPrompt(name),
    callProxy(getRepo, { params: { ownerSlug: name.ownerSlug, repoName: name.repoName } }),
  ]);
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
