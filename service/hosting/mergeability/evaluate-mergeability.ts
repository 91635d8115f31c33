import { blockerKinds, type MergeBlocker } from "@/lib/contract/hosting/mergeability";
import type { Context } from "../../core/context";
import { refuse } from "../../core/http/refusal";
import { mergeBase } from "../../git/history";
import { readReference } from "../../git/references";
import type { WithGit } from "../../git/with-git";
import type { FoundRepository } from "../access/repository-access";
import { type FoundPullRequest, pullRequestReference } from "../pulls/pull-request-row";
import type { RuleActor } from "../rulesets/rule-actor";
import { type Layers, readLayers, type StackShape, stackSize } from "./layers";
import { judgeMerge, type MergeJudgement } from "./merge-rules";
import { trialMerge } from "./trial-merge";

const mostStacked = 200;
const mostPaths = 100;

export interface Evaluation extends Layers, Omit<MergeJudgement, "blockers"> {
  blockers: MergeBlocker[];
  /** Tip of the base; empty when the branch can't be determined. */
  baseSha: string;
}

const shapes: Readonly<Record<string, string>> = {
  partially_merged: "A pull request below this one is merged, and one below that is not: give it another parent.",
  cycle: "The parents of this stack go round in a circle: clear one of them.",
  missing_parent: "The parent of this stack is gone: clear it or choose another one.",
  cross_repository_parent: "The parent of this stack is in another repository: choose one of this repository.",
  base_branch_missing: "The base branch is gone: choose another one.",
};

/** What stands in the way by a layer's own state. */
export function stateBlockers(
  repository: FoundRepository,
  { layers, problem }: Pick<Layers, "layers" | "problem">,
): MergeBlocker[] {
  const target = layers.at(-1);
  const blockers = layers.flatMap((layer): MergeBlocker[] => {
    const pullRequest = pullRequestReference(repository, layer.pull);
    const { state, draft } = layer.pull;
    if (state === "closed") return [{ pullRequest, kind: "closed", message: "The pull request is closed: reopen it." }];
    if (state === "merged") return [{ pullRequest, kind: "merged", message: "The pull request is merged already." }];
    return draft
      ? [{ pullRequest, kind: "draft", message: "The pull request is a draft: mark it ready for review." }]
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
    message: shapes[reason] ?? "The stack can't be merged.",
    stackShape: { reason, relatedPullRequests },
  };
}

/** A layer that does not hold the commits of the one below it. */
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
      message: `#${below.pull.number} below it has moved: bring its commits into ${layer.pull.headRef}.`,
    });
  }
  return blockers;
}

async function conflictBlockers(
  dir: string,
  repository: FoundRepository,
  { layers }: Layers,
  baseSha: string,
): Promise<MergeBlocker[]> {
  const heads = layers.map(({ version }) => version.headSha);
  const outcome = await trialMerge(dir, baseSha, heads);
  const at = layers[outcome.state === "conflict" ? outcome.layer : layers.length - 1];
  if (outcome.state === "clean" || !at) return [];
  const pullRequest = pullRequestReference(repository, at.pull);
  if (outcome.state === "unknown") {
    return [{ pullRequest, kind: "conflict_check_pending", message: "Whether it merges is not known yet: ask again." }];
  }
  const count = outcome.paths.length;
  return layers.slice(outcome.layer).map(({ pull }, index) => ({
    pullRequest: pullRequestReference(repository, pull),
    kind: "merge_conflict",
    message:
      count === 0
        ? "The head and the base can't be merged: they share no history."
        : `${count === 1 ? "1 file conflicts" : `${count} files conflict`} with the base: merge the base into ${at.pull.headRef} and solve it there.`,
    mergeConflict: {
      conflictedPaths: outcome.paths.slice(0, mostPaths),
      truncated: count > mostPaths,
      inheritedFromDownstack: index > 0,
    },
  }));
}

const kindOrder = new Map<string, number>(blockerKinds.map((kind, index) => [kind, index]));

/**
 * Everything that stands in the way of somebody's merging a pull request now, ordered by layer and kind. Throws FailedPrecondition
 * for a stack of more than 200.
 */
export async function evaluate(
  context: Pick<Context, "db"> & WithGit,
  repository: FoundRepository,
  target: FoundPullRequest,
  actor: RuleActor,
): Promise<Evaluation> {
  const { stackId } = target.pull;
  if (stackId && (await stackSize(context.db, stackId)) > mostStacked) {
    throw refuse.repohost("FailedPrecondition", `The stack holds more than ${mostStacked} pull requests`);
  }
  const dir = context.repositories.path(repository.id);
  const layers = await readLayers(context.db, target);
  const baseSha = layers.problem ? undefined : await readReference(dir, `refs/heads/${layers.baseRef}`);
  const blockers = stateBlockers(repository, layers);
  if (!layers.problem && baseSha === undefined) blockers.push(shapeBlocker(repository, target, "base_branch_missing"));
  let judged: Omit<MergeJudgement, "blockers"> = { watched: [], linear: false, keptHeads: new Set() };
  if (baseSha && target.pull.state !== "merged") {
    const { blockers: ruled, ...rest } = await judgeMerge(context, context.db, {
      repository,
      layers: layers.layers,
      baseRef: layers.baseRef,
      baseSha,
      actor,
    });
    judged = rest;
    blockers.push(
      ...ruled,
      ...(await restackBlockers(dir, repository, layers)),
      ...(await conflictBlockers(dir, repository, layers, baseSha)),
    );
  }
  const position = new Map(layers.layers.map(({ pull }, index) => [pull.id, index]));
  blockers.sort(
    (a, b) =>
      (position.get(a.pullRequest.id) ?? 0) - (position.get(b.pullRequest.id) ?? 0) ||
      (kindOrder.get(a.kind) ?? 0) - (kindOrder.get(b.kind) ?? 0),
  );
  return { ...layers, ...judged, blockers, baseSha: baseSha ?? "" };
}
