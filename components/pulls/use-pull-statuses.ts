"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { standingsQuery } from "@/components/pulls/pull-queries";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const headOf = ({ number, head }: PullRequest) => `${number}@${head.sha}`;

/** How the open pull requests of a list stand. */
export function useStandings(repository: RepositoryName | undefined, pulls: readonly PullRequest[]) {
  const heads = pulls.filter(({ state }) => state === "open").map(headOf);
  const { data } = useQuery(standingsQuery(repository ?? { ownerSlug: "", repoName: "" }, heads));
  const known = useMemo(() => new Map(data?.standings.map((each) => [`${each.number}@${each.headSha}`, each])), [data]);
  return { of: (pull: PullRequest) => known.get(headOf(pull)), waitsUntil: data?.waitsUntil };
}
