"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { type PullName, pullKeys } from "./pull-queries";

const createPullRequest = () =>
  import("@/lib/contract/hosting/pulls/create-pull-request").then((entry) => entry.createPullRequest);
const mergePullRequest = () =>
  import("@/lib/contract/hosting/mergeability/merge-pull-request").then((entry) => entry.mergePullRequest);
const updatePullRequest = () =>
  import("@/lib/contract/hosting/pulls/update-pull-request").then((entry) => entry.updatePullRequest);

function refreshPull(client: QueryClient, name: PullName): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: pullKeys.detail(name) }),
    client.invalidateQueries({ queryKey: pullKeys.lists }),
  ]);
}

export interface PullChange {
  title?: string;
  body?: string;
  state?: "open" | "closed";
  draft?: boolean;
  base?: string;
  parentPullRequest?: { number: string } | { clear: true };
}

export function useUpdatePull(name: PullName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PullChange) => callProxy(updatePullRequest, { params: { ...name }, body: { ...body } }),
    onSettled: () => refreshPull(client, name),
  });
}

const updatePullRequestBranch = () =>
  import("@/lib/contract/hosting/mergeability/update-pull-request-branch").then(
    (entry) => entry.updatePullRequestBranch,
  );

export interface BranchUpdate {
  method: "merge" | "rebase";
  expectedHeadSha: string;
}

/** Updates the branch of a pull request with its base, or with the branch below it in its stack. */
export const updateBranch = (name: PullName, body: BranchUpdate) =>
  callProxy(updatePullRequestBranch, { params: { ...name }, body: { ...body } });

export function useUpdateBranch(name: PullName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BranchUpdate) => updateBranch(name, body),
    onSettled: () => refreshPull(client, name),
  });
}

interface MergeRequest {
  expectedHeadSha: string;
  mergeMethod: "merge" | "squash";
  /** The user's reason for bypassing rules that block the merge. */
  bypassReason?: string;
}

/** Merges exactly the head that was evaluated. */
export function useMergePull(name: PullName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bypassReason, ...body }: MergeRequest) =>
      callProxy(mergePullRequest, { params: { ...name }, body, ...(bypassReason ? { bypassReason } : {}) }),
    onSettled: () => refreshPull(client, name),
  });
}

interface NewPull {
  title: string;
  body: string;
  head: string;
  base: string;
  draft: boolean;
  parentPullRequest?: { number: string };
}

export function useCreatePull(repository: RepositoryName) {
  return useChange(
    (body: NewPull) => callProxy(createPullRequest, { params: { ...repository }, body: { ...body } }),
    pullKeys.lists,
  );
}
