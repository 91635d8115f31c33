import type { FoundPull } from "./github";

/** Why an agent can't work directly on a pull request's head branch; undefined if it can. */
export function headProblem({ pull, resource: { head, base } }: FoundPull): string | undefined {
  if (head.repo?.full_name === base.repo.full_name) return undefined;
  const fork = head.repo ? `the fork ${head.repo.full_name}` : "a deleted fork";
  return `the branch of ${pull.url} is in ${fork}, where agents can't push. Turn off workOnCurrentBranch to start a new branch`;
}
