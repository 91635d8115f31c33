"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { pullStatusesQuery } from "./pull-queries";

const headOf = ({ number, head }: PullRequest) => `${number}@${head.sha}`;

/** Statuses of the open pull requests in a list. */
export function usePullStatuses(repository: RepositoryName | undefined, pulls: readonly PullRequest[]) {
  const heads = pulls.filter(({ state }) => state === "open").map(headOf);
  const { data } = useQuery(pullStatusesQuery(repository ?? { ownerSlug: "", repoName: "" }, heads));
  const known = useMemo(() => new Map(data?.statuses.map((each) => [`${each.number}@${each.headSha}`, each])), [data]);
  return { of: (pull: PullRequest) => known.get(headOf(pull)), waitsUntil: data?.waitsUntil };
}
