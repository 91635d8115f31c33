"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { eligibleReviewersQuery } from "@/components/repositories/eligible-reviewers-query";
import type { MentionableUser } from "@/lib/model/completion/completion";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { matchesWords } from "@/lib/model/matches-words";

const none: readonly MentionableUser[] = [];
const noRepository: RepositoryName = { ownerSlug: "", repoName: "" };

/** The users of a repository that match a query; none if the service doesn't list them for this user. */
export function useRepositoryUsers(repository: RepositoryName | undefined, query: string): readonly MentionableUser[] {
  const { ownerSlug, repoName } = repository ?? noRepository;
  const name = { ownerSlug, repoName };
  const deferred = useDeferredValue(query);
  const all = useQuery({ ...eligibleReviewersQuery(name, ""), enabled: repository !== undefined });
  // If they aren't listed, typing doesn't repeat the call.
  const { data, isPlaceholderData } = useQuery({ ...eligibleReviewersQuery(name, deferred), enabled: all.isSuccess });
  const users = data?.users ?? none;
  const isCurrent = deferred === query && !isPlaceholderData;
  // Until the results arrive, Enter must not insert a user that doesn't match what is typed.
  return useMemo(
    () =>
      isCurrent
        ? users
        : users.filter(({ email, displayName = "", handle = "" }) =>
            matchesWords(`${email} ${displayName} ${handle}`, query),
          ),
    [isCurrent, users, query],
  );
}
