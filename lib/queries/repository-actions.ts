"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyInputOf } from "@/lib/contract/operation";
import { callProxy } from "./call";
import type { RepositoryName } from "./repositories";

const createRepo = () => import("@/lib/contract/repohost/create-repo").then((entry) => entry.createRepo);

const updateRepo = () => import("@/lib/contract/repohost/update-repo").then((entry) => entry.updateRepo);

export function useCreateRepository() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ownerSlug, ...body }: { ownerSlug: string; name: string; defaultBranch?: string }) =>
      callProxy(createRepo, { params: { ownerSlug }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["hosting", "repositories"] }),
  });
}

type Settings = BodyInputOf<Awaited<ReturnType<typeof updateRepo>>>;

/** Changes settings of a repository. */
export function useUpdateRepository({ ownerSlug, repoName }: RepositoryName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Settings) => callProxy(updateRepo, { params: { ownerSlug, repoName }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["hosting"] }),
  });
}
