"use client";

import { infiniteQueryOptions } from "@tanstack/react-query";
import { type PullName, pullKeys } from "@/components/pulls/pull-queries";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const createLabel = () => import("@/lib/contract/hosting/labels/create-label").then((entry) => entry.createLabel);
const deleteLabel = () => import("@/lib/contract/hosting/labels/delete-label").then((entry) => entry.deleteLabel);
const listLabels = () => import("@/lib/contract/hosting/labels/list-labels").then((entry) => entry.listLabels);
const setPullRequestLabels = () =>
  import("@/lib/contract/hosting/labels/set-pull-request-labels").then((entry) => entry.setPullRequestLabels);
const updateLabel = () => import("@/lib/contract/hosting/labels/update-label").then((entry) => entry.updateLabel);

const labelsKey = ({ ownerSlug, repoName }: RepositoryName) => ["labels", ownerSlug, repoName] as const;

/** A repository's labels, sorted by name. */
export function labelsQuery({ ownerSlug, repoName }: RepositoryName) {
  return infiniteQueryOptions({
    queryKey: labelsKey({ ownerSlug, repoName }),
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listLabels, { params: { ownerSlug, repoName }, query: { pageSize: "100", pageToken }, signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

export function useCreateLabel({ ownerSlug, repoName }: RepositoryName) {
  return useChange(
    (body: { name: string; color: string }) => callProxy(createLabel, { params: { ownerSlug, repoName }, body }),
    labelsKey({ ownerSlug, repoName }),
  );
}

/** A change of a label, which every pull request shows. */
function useLabelChange<Input, Output>(
  { ownerSlug, repoName }: RepositoryName,
  change: (input: Input) => Promise<Output>,
) {
  return useChange(change, labelsKey({ ownerSlug, repoName }), ["pulls"]);
}

interface LabelUpdate {
  labelName: string;
  body: BodyInputOf<Awaited<ReturnType<typeof updateLabel>>>;
}

export const useUpdateLabel = ({ ownerSlug, repoName }: RepositoryName) =>
  useLabelChange({ ownerSlug, repoName }, ({ labelName, body }: LabelUpdate) =>
    callProxy(updateLabel, { params: { ownerSlug, repoName, labelName }, body }),
  );

export const useDeleteLabel = ({ ownerSlug, repoName }: RepositoryName) =>
  useLabelChange({ ownerSlug, repoName }, (labelName: string) =>
    callProxy(deleteLabel, { params: { ownerSlug, repoName, labelName } }),
  );

/** Replaces the labels of a pull request. */
export function useSetPullLabels(name: PullName) {
  return useChange(
    (labels: string[]) => callProxy(setPullRequestLabels, { params: { ...name }, body: { labels } }),
    pullKeys.detail(name),
    pullKeys.lists,
  );
}
