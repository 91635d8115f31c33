import { mergeBase } from "@/git/history/history";
import type { Quarantine } from "@/git/objects/quarantine";
import { readReference } from "@/git/refs/references";
import type { WithGit } from "@/git/with-git";
import { blockerKinds, type MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { Context } from "../../core/context";
import type { FoundRepository } from "../access/repository-access";
import { type FoundPullRequest, pullRequestReference } from "../pulls/pull-request-row";
import type { RuleActor } from "../rulesets/rule-actor";
import { type Layers, readLayers, requireStackSize, type StackShape } from "./layers";
import { evaluateMergeRules, type RuleEvaluation } from "./merge-rules";
import { type TrialOutcome, trialMerge } from "./trial-merge";

const maxPaths = 100;

export interface Evaluation extends Layers, Omit<RuleEvaluation, "blockers"> {
  blockers: MergeBlocker[];
  /** The base branch's head commit; empty if the branch is unknown. */
  baseSha: string;
  /** The tree of the bottom layer merged into the base, if it was written to the quarantine of the evaluation. */
  mergedTree: string | undefined;
}

const shapeMessages: Readonly<Record<string, string>> = {
  partially_merged: "A pull request below this one is merged, but one further down isn't. Change its parent.",
  cycle: "The parents in this stack form a cycle. Remove one of them.",
  missing_parent: "The stack's parent was deleted. Remove or change it.",
  cross_repository_parent: "The stack's parent is in another repository. Choose one in this repository.",
  base_branch_missing: "The base branch was deleted. Choose another one.",
};

/** Blockers from the state of the pull requests themselves. */
export function stateBlockers(
  repository: FoundRepository,
  { layers, problem }: Pick<Layers, "layers" | "problem">,
): MergeBlocker[] {
  const target = layers.at(-1);
  const blockers = layers.flatMap((layer): MergeBlocker[] => {
    const pullRequest = pullRequestReference(repository, layer.pull);
    const { state, draft } = layer.pull;
    if (state === "closed")
      return [{ pullRequest, kind: "closed", message: "The pull request is closed. Reopen it first." }];
    if (state === "merged") return [{ pullRequest, kind: "merged", message: "The pull request is already merged." }];
    return draft
      ? [{ pullRequest, kind: "draft", message: "The pull request is a draft. Mark it ready for review." }]
      : [];
  });
  if (problem && target) blockers.push(shapeBlocker(repository, target, problem.reason, problem.related));
  return blockers;
}

function shapeBlocker(
  repository: FoundRepository,
  { pull }: FoundPullRequest,
  reason: StackShape,
  related: readonly FoundPullRequest[] = [],
): MergeBlocker {
  const relatedPullRequests = related.map((each) => pullRequestReference(repository, each.pull));
  return {
    pullRequest: pullRequestReference(repository, pull),
    kind: "invalid_stack",
    message: shapeMessages[reason] ?? "The stack can't be merged.",
    stackShape: { reason, relatedPullRequests },
  };
}

/** Blockers for layers that don't contain the head of the layer below. */
async function restackBlockers(dir: string, repository: FoundRepository, { layers }: Layers): Promise<MergeBlocker[]> {
  const blockers: MergeBlocker[] = [];
  for (const [index, layer] of layers.entries()) {
    const below = layers[index - 1];
    if (!below) continue;
    const parentSha = below.version.headSha;
    if ((await mergeBase(dir, parentSha, layer.version.headSha)) === parentSha) continue;
    blockers.push({
      pullRequest: pullRequestReference(repository, layer.pull),
      kind: "needs_restack",
      message: `#${below.pull.number} below it has new commits. Restack ${layer.pull.headRef} onto it.`,
    });
  }
  return blockers;
}

function conflictBlockers(repository: FoundRepository, { layers }: Layers, outcome: TrialOutcome): MergeBlocker[] {
  const at = layers[outcome.state === "conflict" ? outcome.layer : layers.length - 1];
  if (outcome.state === "clean" || !at) return [];
  const pullRequest = pullRequestReference(repository, at.pull);
  if (outcome.state === "unknown") {
    return [
      { pullRequest, kind: "conflict_check_pending", message: "Still checking for conflicts. Try again shortly." },
    ];
  }
  const count = outcome.paths.length;
  return layers.slice(outcome.layer).map(({ pull }, index) => ({
    pullRequest: pullRequestReference(repository, pull),
    kind: "merge_conflict",
    message:
      count === 0
        ? "The head and base have unrelated histories and can't be merged."
        : `${count === 1 ? "1 file conflicts" : `${count} files conflict`} with the base. Merge the base into ${at.pull.headRef} and resolve the conflicts there.`,
    mergeConflict: {
      conflictedPaths: outcome.paths.slice(0, maxPaths),
      truncated: count > maxPaths,
      inheritedFromDownstack: index > 0,
    },
  }));
}

const kindOrder = new Map<string, number>(blockerKinds.map((kind, index) => [kind, index]));

/**
 * Everything that currently prevents an actor from merging a pull request, ordered by layer and kind. Trial merges can be written
 * to `quarantine`. Throws FailedPrecondition for stacks of more than 200 pull requests.
 */
export async function evaluateMergeability(
  context: Pick<Context, "db"> & WithGit,
  repository: FoundRepository,
  target: FoundPullRequest,
  actor: RuleActor,
  quarantine?: Quarantine,
): Promise<Evaluation> {
  await requireStackSize(context.db, target.pull);
  const dir = context.repositories.path(repository.id);
  const layers = await readLayers(context.db, target);
  const baseSha = layers.problem ? undefined : await readReference(dir, `refs/heads/${layers.baseRef}`);
  const blockers = stateBlockers(repository, layers);
  if (!layers.problem && baseSha === undefined) blockers.push(shapeBlocker(repository, target, "base_branch_missing"));
  let judged: Omit<RuleEvaluation, "blockers"> = {
    dryRunBlockers: [],
    bypassed: [],
    linear: false,
    protectedHeads: new Set(),
  };
  let mergedTree: string | undefined;
  if (baseSha && target.pull.state !== "merged") {
    const { blockers: ruled, ...rest } = await evaluateMergeRules(context, context.db, {
      repository,
      layers: layers.layers,
      baseRef: layers.baseRef,
      baseSha,
      actor,
    });
    judged = rest;
    const heads = layers.layers.map(({ version }) => version.headSha);
    const restacks = await restackBlockers(dir, repository, layers);
    const { outcome, tree } = await trialMerge(dir, baseSha, heads, quarantine);
    mergedTree = tree;
    blockers.push(...ruled, ...restacks, ...conflictBlockers(repository, layers, outcome));
  }
  const position = new Map(layers.layers.map(({ pull }, index) => [pull.id, index]));
  blockers.sort(
    (a, b) =>
      (position.get(a.pullRequest.id) ?? 0) - (position.get(b.pullRequest.id) ?? 0) ||
      (kindOrder.get(a.kind) ?? 0) - (kindOrder.get(b.kind) ?? 0),
  );
  return { ...layers, ...judged, blockers, baseSha: baseSha ?? "", mergedTree };
}
