import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { parentOf } from "@/lib/model/pulls/sort-stack";

/** Open pull requests without open children. Their mergeability covers every layer below them. */
export function findLeaves(layers: readonly PullRequest[]): PullRequest[] {
  const open = layers.filter(({ state }) => state === "open");
  const parents = new Set(open.map(parentOf));
  return open.filter(({ id }) => !parents.has(id));
}

/** The state and blockers of one layer, and the blocked layer below it, read from the mergeability of that layer or of one above it. */
export function layerStatus(
  layer: PullRequest,
  results: readonly Mergeability[],
): { state: string; blockers: MergeBlocker[]; blockedBelow?: string | undefined } {
  if (layer.state !== "open") return { state: layer.state, blockers: [] };
  const result = results.find(({ evaluatedPullRequests }) => evaluatedPullRequests.some(({ id }) => id === layer.id));
  if (!result) return { state: "unknown", blockers: [] };
  const blockers = result.blockers.filter(({ pullRequest }) => pullRequest.id === layer.id);
  // A layer is merged with all layers below it.
  const ids = result.evaluatedPullRequests.map(({ id }) => id);
  const below = new Set(ids.slice(0, ids.indexOf(layer.id)));
  const blockedBelow = result.blockers.find(({ pullRequest }) => below.has(pullRequest.id))?.pullRequest.number;
  if (blockers.length > 0) return { state: "blocked", blockers };
  return { state: blockedBelow === undefined ? "mergeable" : "blocked", blockers, blockedBelow };
}

/** The parent and the first child of a layer. */
export function findNeighbors(
  layers: readonly PullRequest[],
  pull: PullRequest,
): { parent: PullRequest | undefined; child: PullRequest | undefined } {
  return {
    parent: layers.find(({ id }) => id === parentOf(pull)),
    child: layers.find((each) => parentOf(each) === pull.id),
  };
}
