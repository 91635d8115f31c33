"use client";

import { useQueries } from "@tanstack/react-query";
import type { PullStanding } from "@/lib/contract/dashboard/list-pull-standings";
import type { PullRequest } from "@/lib/contract/repohost/pull-request";
import { standingsQuery } from "@/lib/queries/pulls";
import type { RepositoryName } from "@/lib/queries/repositories";

/** As many as one question may name. */
const atOnce = 50;

const headOf = ({ number, head }: PullRequest) => `${number}@${head.sha}`;

/** How the open pull requests of a list stand. */
export function useStandings(repository: RepositoryName | undefined, pulls: readonly PullRequest[]) {
  const heads = pulls.filter(({ state }) => state === "open").map(headOf);
  const pages = Array.from({ length: Math.ceil(heads.length / atOnce) }, (_, page) =>
    heads.slice(page * atOnce, (page + 1) * atOnce),
  );
  return useQueries({
    queries: repository ? pages.map((page) => standingsQuery(repository, page)) : [],
    combine: (answers) => {
      const known = new Map<string, PullStanding>();
      for (const { data } of answers) {
        for (const each of data?.standings ?? []) known.set(`${each.number}@${each.headSha}`, each);
      }
      return {
        of: (pull: PullRequest) => known.get(headOf(pull)),
        waitsUntil: answers.find(({ data }) => data?.waitsUntil)?.data?.waitsUntil,
      };
    },
  });
}
