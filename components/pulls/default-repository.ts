import type { Repo } from "@/lib/contract/hosting/repo";
import { allRepositories } from "./repository-select";

/** The repository whose pull requests are listed first: `last`, the one chosen last in this browser, if it still exists, otherwise all. */
export function defaultRepository(repositories: readonly Pick<Repo, "fullName">[] | undefined, last: string): string {
  const exists = repositories === undefined || repositories.some(({ fullName }) => fullName === last);
  return last !== "" && exists ? last : allRepositories;
}
