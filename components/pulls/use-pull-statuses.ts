"use client";

import { useQueries } from "@tanstack/react-query";
import type { RepositoryPull } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { PullStatus } from "@/lib/contract/dashboard/pulls/list-pull-statuses";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { pullStatusesQuery } from "./pull-queries";

const headOf = ({ number, head }: PullRequest) => `${number}@${head.sha}`;

const nameOf = ({ ownerSlug, repoName }: RepositoryName) => `${ownerSlug}/${repoName}`;

/** Statuses of the open pull requests in a list. */
export function usePullStatuses(pulls: readonly RepositoryPull[]) {
  const byRepository = new Map<string, { repository: RepositoryName; heads: string[] }>();
  for (const { repository, pull } of pulls) {
    if (pull.state !== "open") continue;
    const known = byRepository.get(nameOf(repository)) ?? { repository, heads: [] };
    known.heads.push(`${headOf(pull)}@${pull.version.number}`);
    byRepository.set(nameOf(repository), known);
  }
  const entries = [...byRepository];
  return useQueries({
    queries: entries.map(([, { repository, heads }]) => pullStatusesQuery(repository, heads)),
    combine: (results) => {
      const known = new Map<string, PullStatus>(
        results.flatMap(({ data }, index) =>
          (data?.statuses ?? []).map(
            (each) => [`${entries[index]?.[0]} ${each.number}@${each.headSha}`, each] as const,
          ),
        ),
      );
      return {
        of: ({ repository, pull }: RepositoryPull) => known.get(`${nameOf(repository)} ${headOf(pull)}`),
        isReading: results.some(({ data, isLoading }) => isLoading || data?.reading === true),
        waitsUntil: results.find(({ data }) => data?.waitsUntil)?.data?.waitsUntil,
      };
    },
  });
}
