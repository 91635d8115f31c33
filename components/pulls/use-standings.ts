"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PullRequest } from "@/lib/contract/repohost/pull-request";
import { standingsQuery } from "@/lib/queries/pulls";
import type { RepositoryName } from "@/lib/queries/repositories";

const headOf = ({ number, head }: PullRequest) => `${number}@${head.sha}`;

/** How the open pull requests of a list stand. */
export function useStandings(repository: RepositoryName | undefined, pulls: readonly PullRequest[]) {
  const heads = pulls.filter(({ state }) => state === "open").map(headOf);
  const { data } = useQuery(standingsQuery(repository ?? { ownerSlug: "", repoName: "" }, heads));
  const known = useMemo(() => new Map(data?.standings.map((each) => [`${each.number}@${each.headSha}`, each])), [data]);
  return { of: (pull: PullRequest) => known.get(headOf(pull)), waitsUntil: data?.waitsUntil };
}
