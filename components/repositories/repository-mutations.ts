"use client";

import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const createRepo = () => import("@/lib/contract/hosting/repositories/create-repo").then((entry) => entry.createRepo);

const updateRepo = () => import("@/lib/contract/hosting/repositories/update-repo").then((entry) => entry.updateRepo);

export function useCreateRepository() {
  return useChange(
    ({ ownerSlug, ...body }: { ownerSlug: string; name: string; defaultBranch?: string }) =>
      callProxy(createRepo, { params: { ownerSlug }, body }),
    ["hosting", "repositories"],
  );
}

type Settings = BodyInputOf<Awaited<ReturnType<typeof updateRepo>>>;

/** Updates the settings of a repository. */
export function useUpdateRepository({ ownerSlug, repoName }: RepositoryName) {
  return useChange((body: Settings) => callProxy(updateRepo, { params: { ownerSlug, repoName }, body }), ["hosting"]);
}
