import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

const parentOf = (pull: PullRequest) => pull.stack?.parentPullRequest?.id;

/** Sorts a stack with parents before children. Terminates on a cycle. */
export function layersOf(pulls: readonly PullRequest[]): PullRequest[] {
  const known = new Map(pulls.map((pull) => [pull.id, pull]));
  const depth = (pull: PullRequest) => {
    let count = 0;
    let parent = known.get(parentOf(pull) ?? "");
    while (parent && count <= pulls.length) {
      count += 1;
      parent = known.get(parentOf(parent) ?? "");
    }
    return count;
  };
  return pulls
    .map((pull) => ({ pull, depth: depth(pull) }))
    .sort((a, b) => a.depth - b.depth || Number(a.pull.number) - Number(b.pull.number))
    .map(({ pull }) => pull);
}

/** Open pull requests without open children. Their mergeability covers every layer below them. */
export function leavesOf(layers: readonly PullRequest[]): PullRequest[] {
  const open = layers.filter(({ state }) => state === "open");
  const parents = new Set(open.map(parentOf));
  return open.filter(({ id }) => !parents.has(id));
}

/** The state and blockers of one layer, read from the mergeability of that layer or of one above it. */
export function layerStatus(
  layer: PullRequest,
  results: readonly Mergeability[],
): { state: string; blockers: MergeBlocker[] } {
  if (layer.state !== "open") return { state: layer.state, blockers: [] };
  const result = results.find(({ evaluatedPullRequests }) => evaluatedPullRequests.some(({ id }) => id === layer.id));
  if (!result) return { state: "unknown", blockers: [] };
  const blockers = result.blockers.filter(({ pullRequest }) => pullRequest.id === layer.id);
  return { state: blockers.length > 0 ? "blocked" : "mergeable", blockers };
}

/** The parent and the first child of a layer. */
export function neighborsOf(
  layers: readonly PullRequest[],
  pull: PullRequest,
): { parent: PullRequest | undefined; child: PullRequest | undefined } {
  return {
    parent: layers.find(({ id }) => id === parentOf(pull)),
    child: layers.find((each) => parentOf(each) === pull.id),
  };
}
