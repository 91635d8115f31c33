"use client";

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const createRuleset = () =>
  import("@/lib/contract/hosting/rulesets/create-ruleset").then((entry) => entry.createRuleset);
const deleteRuleset = () =>
  import("@/lib/contract/hosting/rulesets/delete-ruleset").then((entry) => entry.deleteRuleset);
const updateRuleset = () =>
  import("@/lib/contract/hosting/rulesets/update-ruleset").then((entry) => entry.updateRuleset);
const listRulesets = () => import("@/lib/contract/hosting/rulesets/list-rulesets").then((entry) => entry.listRulesets);

const listRuleBypasses = () =>
  import("@/lib/contract/hosting/rulesets/list-rule-bypasses").then((entry) => entry.listRuleBypasses);

const rulesetsKey = ({ ownerSlug, repoName }: RepositoryName) => ["rulesets", ownerSlug, repoName] as const;

/** The rulesets of a repository, oldest first. */
export function rulesetsQuery({ ownerSlug, repoName }: RepositoryName) {
  return queryOptions({
    queryKey: rulesetsKey({ ownerSlug, repoName }),
    queryFn: ({ signal }) => callProxy(listRulesets, { params: { ownerSlug, repoName }, signal }),
    staleTime: 30_000,
  });
}

/** Changes of a repository that bypassed rules, newest first. */
export function ruleBypassesQuery({ ownerSlug, repoName }: RepositoryName) {
  return infiniteQueryOptions({
    queryKey: ["rule-bypasses", ownerSlug, repoName],
    queryFn: ({ pageParam, signal }) =>
      callProxy(listRuleBypasses, {
        params: { ownerSlug, repoName },
        query: { pageSize: "30", ...(pageParam ? { pageToken: pageParam } : {}) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
  });
}

type RulesetInput = BodyInputOf<Awaited<ReturnType<typeof createRuleset>>>;

/** Creates a ruleset, or replaces the one with this id. */
export function useSaveRuleset({ ownerSlug, repoName }: RepositoryName, rulesetId: string | undefined) {
  return useChange(
    (body: RulesetInput) =>
      rulesetId === undefined
        ? callProxy(createRuleset, { params: { ownerSlug, repoName }, body })
        : callProxy(updateRuleset, { params: { ownerSlug, repoName, rulesetId }, body }),
    rulesetsKey({ ownerSlug, repoName }),
  );
}

export function useDeleteRuleset({ ownerSlug, repoName }: RepositoryName) {
  return useChange(
    (rulesetId: string) => callProxy(deleteRuleset, { params: { ownerSlug, repoName, rulesetId } }),
    rulesetsKey({ ownerSlug, repoName }),
  );
}
