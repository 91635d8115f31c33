"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { parsePullUrl } from "@/components/pulls/pull-address";
import { pullQuery } from "@/components/pulls/pull-query";
import { comparisonFilesQuery } from "@/components/repositories/content-queries";
import { bareUrl, hostedRepositoryQuery } from "@/components/repositories/hosted-repository-query";
import { branchHeadQuery } from "@/components/repositories/repository-queries";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import type { Branch } from "@/lib/contract/agents/run";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";

/** How often the branch of an active agent is checked; pushes are also reported by webhooks. */
const activeRefetchMs = 5_000;

interface ComparedRefs {
  base: string;
  head: string;
}

interface ComparisonSource {
  agent: Pick<Agent, "repos">;
  branch: Branch;
  repository: Repo;
  pull: PullRequest | undefined;
  /** The commit the branch points to. */
  head: string;
}

/**
 * What a branch is compared with: its pull request's version if there is one, otherwise the ref the agent started from,
 * or the default branch. `undefined` if the agent commits directly to that branch.
 */
export function findComparedRefs({
  agent,
  branch,
  repository,
  pull,
  head,
}: ComparisonSource): ComparedRefs | undefined {
  if (pull) return { base: pull.version.baseSha, head: pull.version.headSha };
  const start = agent.repos.find(({ url }) => bareUrl(url) === bareUrl(branch.repoUrl))?.startingRef;
  const base = start === undefined || start === branch.branch ? repository.defaultBranch : start;
  return base === branch.branch ? undefined : { base, head };
}

export type DiffState = "none" | "loading" | "elsewhere" | "deleted" | "direct" | "ready";

export interface AgentDiff {
  state: DiffState;
  repository: Repo | undefined;
  pull: PullRequest | undefined;
  refs: ComparedRefs | undefined;
  files: readonly CommitFile[];
  complete: boolean;
  error: Error | null;
  retry: () => void;
  /** Changed lines, once they are known. */
  lines: { additions: number; deletions: number } | undefined;
}

interface FilesPage {
  files: readonly CommitFile[];
  nextPageToken: string;
}

/**
 * The pages to show while more are loading: 1, 2, 4 and so on. A diff of thousands of files is laid out a few times
 * instead of once a page, so the first files can be read meanwhile.
 */
export function shownPages(pages: readonly FilesPage[]): readonly FilesPage[] {
  const complete = !pages.at(-1)?.nextPageToken;
  return complete ? pages : pages.slice(0, 2 ** Math.floor(Math.log2(pages.length)));
}

const selectShown = ({ pages }: { pages: readonly FilesPage[] }) => shownPages(pages);

const noRefs: ComparedRefs = { base: "", head: "" };

function sumLines(files: readonly CommitFile[]) {
  return files.reduce(
    (sum, { additions, deletions }) => ({
      additions: sum.additions + additions,
      deletions: sum.deletions + deletions,
    }),
    { additions: 0, deletions: 0 },
  );
}

interface DiffOptions {
  /** A run is active, so the branch may move. */
  active: boolean;
  /** Loads every page; otherwise only the first one. */
  all: boolean;
}

/** The changes on a branch that an agent pushed, relative to where it started. */
export function useAgentDiff(
  agent: Agent | undefined,
  branch: Branch | undefined,
  { active, all }: DiffOptions,
): AgentDiff {
  const hosted = useQuery(hostedRepositoryQuery(branch?.repoUrl, agent?.repositoryIds));
  const repository = hosted.data ?? undefined;
  const name = useMemo(
    () => repository && { ownerSlug: repository.owner.slug, repoName: repository.name },
    [repository],
  );
  const pullName = branch?.prUrl && repository ? parsePullUrl(branch.prUrl, [repository]) : undefined;
  const pull = useQuery({
    ...pullQuery(callProxy, pullName ?? { ownerSlug: "", repoName: "", pullNumber: "" }),
    enabled: pullName !== undefined,
    refetchInterval: active ? activeRefetchMs : false,
  });
  const waitsForPull = pullName !== undefined && pull.isPending;
  const head = useQuery({
    ...branchHeadQuery(callProxy, name, branch?.branch ?? ""),
    ...(pullName === undefined ? {} : { enabled: false }),
    refetchInterval: active ? activeRefetchMs : false,
  });
  const refs =
    agent && branch && repository && !waitsForPull
      ? findComparedRefs({ agent, branch, repository, pull: pull.data, head: head.data ?? "" })
      : undefined;
  const known = refs !== undefined && refs.head !== "";
  const listing = useInfiniteQuery({
    ...comparisonFilesQuery(name ?? { ownerSlug: "", repoName: "" }, refs ?? noRefs),
    enabled: known,
    select: selectShown,
  });
  useFetchAllPages({ ...listing, hasNextPage: all && listing.hasNextPage });
  const files = useMemo(() => listing.data?.flatMap((page) => page.files) ?? [], [listing.data]);
  const complete = listing.data !== undefined && !listing.hasNextPage;
  const failed = [hosted, pull, head, listing].find(({ error }) => error !== null);

  const state = (): DiffState => {
    if (!branch) return "none";
    if (hosted.data === null) return "elsewhere";
    if (!repository || waitsForPull) return "loading";
    if (refs === undefined) return "direct";
    if (known) return "ready";
    return head.data === null ? "deleted" : "loading";
  };
  return {
    state: state(),
    repository,
    pull: pull.data,
    refs: known ? refs : undefined,
    files,
    complete,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    lines: complete ? sumLines(files) : pull.data && !pull.data.version.diffError ? pull.data.version : undefined,
  };
}
