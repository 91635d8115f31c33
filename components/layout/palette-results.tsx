"use client";

import { useQuery } from "@tanstack/react-query";
import { BookMarked, GitPullRequest, Layers, type LucideIcon } from "lucide-react";
import { batchesQuery } from "@/components/batches/batch-queries";
import { pullKeys } from "@/components/pulls/pull-queries";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { callProxy } from "@/lib/client/call";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

const listPullRequests = () =>
  import("@/lib/contract/hosting/list-pull-requests").then((entry) => entry.listPullRequests);

/** Each repository costs a request when the palette opens. */
const searchedRepositories = 5;
const staleTime = 60_000;

export interface PaletteResult {
  id: string;
  /** What is searched. */
  text: string;
  label: string;
  icon: LucideIcon;
  path: ReturnType<typeof paths.pull | typeof paths.repository | typeof paths.batch>;
}

/** Empty for a repository that can't be read. */
async function openPulls(name: RepositoryName, signal: AbortSignal): Promise<PaletteResult[]> {
  const query = { state: "open", sortBy: "updated", pageSize: "50" } as const;
  const found = await callProxy(listPullRequests, { params: { ...name }, query, signal }).catch(() => undefined);
  return (found?.pullRequests ?? []).map(({ id, number, title }) => ({
    id,
    text: `${title} ${name.ownerSlug}/${name.repoName} #${number}`,
    label: `${title} #${number}`,
    icon: GitPullRequest,
    path: paths.pull({ ...name, pullNumber: number }),
  }));
}

/** The latest batches, repositories, and the open pull requests of the most recently changed ones. */
export function usePaletteResults(): Record<"batches" | "pulls" | "repositories", PaletteResult[]> {
  const { data: batches } = useQuery(batchesQuery);
  const { data: all = [] } = useQuery(hostedRepositoriesQuery(callProxy));
  const recent = [...all]
    .sort((a, b) => (b.pushedAt ?? b.updatedAt).localeCompare(a.pushedAt ?? a.updatedAt))
    .slice(0, searchedRepositories)
    .map(({ owner, name }) => ({ ownerSlug: owner.slug, repoName: name }));
  const pulls = useQuery({
    queryKey: [...pullKeys.lists, "palette", recent.map(({ ownerSlug, repoName }) => `${ownerSlug}/${repoName}`)],
    enabled: recent.length > 0,
    queryFn: ({ signal }) => Promise.all(recent.map((name) => openPulls(name, signal))),
    staleTime,
  });
  return {
    batches: (batches?.items ?? []).map(({ id, name }) => ({
      ...{ id, text: `batch ${name}`, label: name, icon: Layers, path: paths.batch(id) },
    })),
    pulls: pulls.data?.flat() ?? [],
    repositories: all.map(({ id, owner, name, fullName }) => ({
      id,
      text: fullName,
      label: fullName,
      icon: BookMarked,
      path: paths.repository({ ownerSlug: owner.slug, repoName: name }),
    })),
  };
}
