import type { SavedVariable } from "@/lib/contract/dashboard/saved-variable";

type Candidate = Pick<SavedVariable, "name" | "scope" | "models" | "pools"> & {
  /** Identifies the repository of a repository's variable. */
  repositoryKey: string | undefined;
};

/** What a launch is for. */
export interface LaunchTarget {
  /** Keys of its repositories, in the launch's order. */
  repositories: readonly string[];
  /** `undefined`: the launch leaves the choice to the service. */
  model: string | undefined;
  /** `undefined`: it doesn't run in a pool. */
  pool: string | undefined;
}

/**
 * The variables that a launch can use, by name and precedence: first a repository's, in the order of the repositories, then the user's,
 * then the team's. A variable that is limited to models or pools requires that the launch names one of them.
 */
export function usableVariables<V extends Candidate>(candidates: readonly V[], launch: LaunchTarget): V[] {
  const isAllowed = (limit: readonly string[], value: string | undefined) =>
    limit.length === 0 || (value !== undefined && limit.includes(value));
  const rank = ({ scope, repositoryKey = "" }: V) =>
    scope === "repository"
      ? launch.repositories.indexOf(repositoryKey)
      : launch.repositories.length + (scope === "user" ? 0 : 1);
  return candidates
    .filter((each) => rank(each) >= 0 && isAllowed(each.models, launch.model) && isAllowed(each.pools, launch.pool))
    .sort((a, b) => (a.name === b.name ? rank(a) - rank(b) : a.name < b.name ? -1 : 1));
}

interface Selection {
  /** Ids of the variables that the user chose. */
  chosen: ReadonlySet<string>;
  /** Names of the variables in the request itself. */
  typed: ReadonlySet<string>;
}

/**
 * The usable variables that are added to a launch, one per name: the first chosen one, else the first automatic one. Values in the
 * request win over both.
 */
export function addedVariables<V extends Pick<SavedVariable, "id" | "name" | "apply">>(
  usable: readonly V[],
  { chosen, typed }: Selection,
): V[] {
  const added = new Map<string, V>();
  const add = (variables: readonly V[]) => {
    for (const each of variables) if (!typed.has(each.name) && !added.has(each.name)) added.set(each.name, each);
  };
  add(usable.filter(({ id }) => chosen.has(id)));
  add(usable.filter(({ apply }) => apply === "automatic"));
  return usable.filter((each) => added.get(each.name) === each);
}
