import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const listEligibleReviewers = () =>
  import("@/lib/contract/hosting/reviewers/list-eligible-reviewers").then((entry) => entry.listEligibleReviewers);

/** Users and groups whose review can be requested, by part of their name. Fails if the service doesn't list them. */
export function eligibleReviewersQuery(repository: RepositoryName, q: string) {
  return queryOptions({
    queryKey: ["hosting", "eligible-reviewers", repository, q] as const,
    queryFn: ({ signal }) => callProxy(listEligibleReviewers, { params: { ...repository }, query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}
