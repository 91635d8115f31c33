"use client";

import { useQuery } from "@tanstack/react-query";
import { BookMarked, Bot, GitPullRequest, Layers, type LucideIcon, Server } from "lucide-react";
import { useMemo } from "react";
import { agentRowsQuery } from "@/components/agents/agent-rows";
import { batchesQuery } from "@/components/batches/batch-queries";
import { allPullsQuery } from "@/components/pulls/pull-queries";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { poolsQuery } from "@/components/workers/worker-queries";
import { callProxy } from "@/lib/client/call";
import { paths } from "@/lib/model/paths";
import type { Searchable } from "./palette-rank";

type ResultPath = ReturnType<
  typeof paths.agent | typeof paths.pull | typeof paths.repository | typeof paths.pool | typeof paths.batch
>;

export interface PaletteResult extends Searchable {
  id: string;
  icon: LucideIcon;
  path: ResultPath;
}

export interface ResultGroup {
  heading: string;
  results: readonly PaletteResult[];
  /** Found only by searching. */
  isHidden: boolean;
}

const staleTime = 60_000;
const result = { isResult: true } as const;

/** Everything with a name: agents, pull requests of all repositories, repositories, pools and batches. */
export function usePaletteResults(): ResultGroup[] {
  const { data: agents } = useQuery(agentRowsQuery(callProxy));
  const { data: batches } = useQuery(batchesQuery);
  const { data: repositories } = useQuery(hostedRepositoriesQuery(callProxy));
  const { data: pulls } = useQuery({ ...allPullsQuery({ state: "all" }), staleTime, refetchInterval: false });
  const { data: pools } = useQuery({ ...poolsQuery, staleTime });
  const rows = agents?.rows;
  const active = useMemo(
    () =>
      (rows ?? [])
        .filter(({ status }) => status !== "ARCHIVED")
        .map(({ id, name }) => ({
          ...result,
          id,
          title: name || "Unnamed",
          keywords: id,
          icon: Bot,
          path: paths.agent(id),
        })),
    [rows],
  );
  return [
    { heading: "Agents", results: active, isHidden: false },
    {
      heading: "Pull requests",
      isHidden: true,
      results: (pulls?.pulls ?? []).map(({ repository, pull: { id, number, title, head } }) => ({
        ...result,
        id,
        icon: GitPullRequest,
        title: `${title} #${number}`,
        keywords: `#${number} ${repository.ownerSlug}/${repository.repoName} ${head.ref}`,
        path: paths.pull({ ...repository, pullNumber: number }),
      })),
    },
    {
      heading: "Repositories",
      isHidden: true,
      results: (repositories ?? []).map(({ id, owner, name, fullName }) => ({
        ...result,
        id,
        title: fullName,
        icon: BookMarked,
        path: paths.repository({ ownerSlug: owner.slug, repoName: name }),
      })),
    },
    {
      heading: "Pools",
      isHidden: true,
      results: [...new Set((pools?.pools ?? []).map(({ poolName }) => poolName))].map((name) => ({
        ...result,
        id: name,
        title: name,
        keywords: "pool",
        icon: Server,
        path: paths.pool(name),
      })),
    },
    {
      heading: "Batches",
      isHidden: true,
      results: (batches?.items ?? []).map(({ id, name }) => ({
        ...result,
        id,
        title: name,
        keywords: "batch",
        icon: Layers,
        path: paths.batch(id),
      })),
    },
  ];
}
