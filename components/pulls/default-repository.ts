import type { Repo } from "@/lib/contract/hosting/repo";
import { allRepositories } from "./repository-select";

type Listed = Pick<Repo, "fullName" | "pushedAt" | "updatedAt">;

const changedAt = ({ pushedAt, updatedAt }: Listed) => pushedAt ?? updatedAt;

/**
 * The repository whose pull requests are listed first: the one chosen last in this browser, all if there are pull requests on
 * other servers, otherwise the one that changed last. Empty while `others`, the number of those pull requests, is unknown.
 */
export function defaultRepository(repositories: readonly Listed[], last: string, others: number | undefined): string {
  if (last === allRepositories || repositories.some(({ fullName }) => fullName === last)) return last;
  if (others === undefined) return "";
  if (others > 0) return allRepositories;
  const [newest] = repositories.toSorted((a, b) => changedAt(b).localeCompare(changedAt(a)));
  return newest?.fullName ?? "";
}
