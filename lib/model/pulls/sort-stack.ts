import type { PullRequest } from "@/lib/contract/hosting/pull-request";

/** The id of the pull request that a layer of a stack builds on. */
export const parentOf = (pull: PullRequest) => pull.stack?.parentPullRequest?.id;

/** Sorts a stack with parents before children. Terminates on a cycle. */
export function sortStack(pulls: readonly PullRequest[]): PullRequest[] {
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
