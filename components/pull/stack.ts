import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

const parentOf = (pull: PullRequest) => pull.stack?.parentPullRequest?.id;

/** A stack from its root up, parents before children. A cycle keeps the order it came in. */
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

/** Open pull requests without open children: their verdicts cover everything below them. */
export function leavesOf(layers: readonly PullRequest[]): PullRequest[] {
  const open = layers.filter(({ state }) => state === "open");
  const parents = new Set(open.map(parentOf));
  return open.filter(({ id }) => !parents.has(id));
}

/** The verdict of one layer, taken from the verdicts above it. */
export function verdictOfLayer(
  layer: PullRequest,
  verdicts: readonly Mergeability[],
): { word: string; blockers: MergeBlocker[] } {
  if (layer.state !== "open") return { word: layer.state, blockers: [] };
  const over = verdicts.find(({ evaluatedPullRequests }) => evaluatedPullRequests.some(({ id }) => id === layer.id));
  if (!over) return { word: "not known yet", blockers: [] };
  const blockers = over.blockers.filter(({ pullRequest }) => pullRequest.id === layer.id);
  return { word: blockers.length > 0 ? "blocked" : "mergeable", blockers };
}

/** The neighbours of a layer: its parent and its first child. */
export function neighboursOf(
  layers: readonly PullRequest[],
  pull: PullRequest,
): { parent: PullRequest | undefined; child: PullRequest | undefined } {
  return {
    parent: layers.find(({ id }) => id === parentOf(pull)),
    child: layers.find((each) => parentOf(each) === pull.id),
  };
}
