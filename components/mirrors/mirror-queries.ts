"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { MirrorTransition, MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import type { BodyInputOf } from "@/lib/contract/operation";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const createMirror = () => import("@/lib/contract/admin/mirrors/create-mirror").then((entry) => entry.createMirror);
const detachRepoMirror = () =>
  import("@/lib/contract/hosting/mirrors/detach-repo-mirror").then((entry) => entry.detachRepoMirror);
const forceRepoMirrorCutover = () =>
  import("@/lib/contract/hosting/mirrors/force-repo-mirror-cutover").then((entry) => entry.forceRepoMirrorCutover);
const getActiveMirrorTransitionJob = () =>
  import("@/lib/contract/hosting/mirrors/get-active-mirror-transition-job").then(
    (entry) => entry.getActiveMirrorTransitionJob,
  );
const getMirror = () => import("@/lib/contract/admin/mirrors/get-mirror").then((entry) => entry.getMirror);
const syncMirror = () => import("@/lib/contract/hosting/mirrors/sync-mirror").then((entry) => entry.syncMirror);
const transitionRepoMirror = () =>
  import("@/lib/contract/hosting/mirrors/transition-repo-mirror").then((entry) => entry.transitionRepoMirror);
const updateMirror = () => import("@/lib/contract/admin/mirrors/update-mirror").then((entry) => entry.updateMirror);

const busyMs = 2_000;
const idleMs = 15_000;

const finalStatuses: readonly string[] = [
  "succeeded",
  "failed_rolled_back",
  "superseded",
] satisfies MirrorTransitionJob["status"][];

/** The polling interval of a job. Depends only on its status, because its phase is free text. */
export function jobPollMs(job: Pick<MirrorTransitionJob, "status"> | undefined): number | false {
  if (!job || finalStatuses.includes(job.status)) return false;
  return job.status === "queued" || job.status === "running" ? busyMs : idleMs;
}

/** The active and the last completed transition. Polls while one is active. */
export function mirrorJobsQuery({ ownerSlug, repoName }: RepositoryName) {
  return queryOptions({
    queryKey: ["mirrors", "jobs", ownerSlug, repoName] as const,
    queryFn: ({ signal }) => callProxy(getActiveMirrorTransitionJob, { params: { ownerSlug, repoName }, signal }),
    refetchInterval: (query) => jobPollMs(query.state.data?.activeJob),
  });
}

/** The mirror of a repository, with the result of its last sync. `null` if it was never a mirror. */
export function mirrorQuery(repositoryId: string) {
  return queryOptions({
    queryKey: ["mirrors", "one", repositoryId] as const,
    queryFn: async ({ signal }) => {
      const { mirror } = await callProxy(getMirror, { params: { repositoryId }, signal });
      return mirror ?? null;
    },
    refetchInterval: (query) => (query.state.data ? 3_000 : false),
    retry: false,
  });
}

function useMirrorMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useChange(change, ["mirrors"], ["hosting", "repository"]);
}

/** Requests a sync without waiting for it. `synced` is true if it was already in sync. */
export const useSyncMirror = (name: RepositoryName) =>
  useMirrorMutation((ref: string) => callProxy(syncMirror, { params: { ...name }, body: { ref, wait: false } }));

export const useTransitionMirror = (name: RepositoryName) =>
  useMirrorMutation((transition: MirrorTransition) =>
    callProxy(transitionRepoMirror, { params: { ...name }, body: { transition } }),
  );

export const useForceCutover = (name: RepositoryName) =>
  useMirrorMutation(() => callProxy(forceRepoMirrorCutover, { params: { ...name }, body: {} }));

export const useDetachMirror = (name: RepositoryName) =>
  useMirrorMutation(() => callProxy(detachRepoMirror, { params: { ...name } }));

type MirrorChanges = BodyInputOf<Awaited<ReturnType<typeof updateMirror>>>;

/** Updates the upstream URL, credential or admins. */
export const useUpdateMirror = (repositoryId: string) =>
  useMirrorMutation((body: MirrorChanges) => callProxy(updateMirror, { params: { repositoryId }, body }));

type NewMirror = BodyInputOf<Awaited<ReturnType<typeof createMirror>>>;

/** Creates a repository with an upstream. */
export function useCreateMirror() {
  return useChange(
    ({ namespaceSlug, ...body }: NewMirror & { namespaceSlug: string }) =>
      callProxy(createMirror, { params: { namespaceSlug }, body }),
    ["hosting", "repositories"],
  );
}
