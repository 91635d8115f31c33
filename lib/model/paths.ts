import type { Route } from "next";

type RepositoryView = "history" | "tags" | "compare" | "search" | "rules" | "settings" | "";

interface PullAddress {
  ownerSlug: string;
  repoName: string;
  pullNumber: string;
}

/** Builds every URL of the dashboard. */
export const paths = {
  home: (): Route => "/",
  /** The sign-in page; `next` is the page to return to. */
  signIn: (next?: string) =>
    next === undefined || next === "/" ? ("/sign-in" as const) : (`/sign-in?next=${encodeURIComponent(next)}` as const),
  agents: (): Route => "/agents",
  agentsWhere: (query: string) => `/agents?q=${encodeURIComponent(query)}` as const,
  newAgent: (): Route => "/agents/new",
  launchOn: ({ repository, reference }: { repository: string; reference: string }) =>
    `/agents/new?${new URLSearchParams({ repo: repository, ref: reference })}` as const,
  relaunch: (id: string) => `/agents/new?from=${encodeURIComponent(id)}` as const,
  agent: (id: string) => `/agents/${encodeURIComponent(id)}` as const,
  /** Agents that opened or work on a pull request. */
  agentsOfPull: ({ ownerSlug, repoName, pullNumber }: PullAddress) =>
    paths.agentsWhere(`repo:${ownerSlug}/${repoName} pr:${pullNumber} archived:any`),
  usage: (): Route => "/usage",
  artifacts: (): Route => "/artifacts",
  agentArtifacts: (id: string) => `/artifacts?agent=${encodeURIComponent(id)}` as const,
  environments: (): Route => "/environments",
  /** A file on a branch in the editor; an empty branch is the default one. */
  environment: (file: { repository: string; branch: string; path: string }) =>
    `/environments?${new URLSearchParams({ repo: file.repository, branch: file.branch, path: file.path })}` as const,
  looseEnvironment: () => "/environments?file=new" as const,
  pulls: (): Route => "/pulls",
  pullsOf: (repository: { ownerSlug: string; repoName: string }) =>
    `/pulls?repo=${encodeURIComponent(`${repository.ownerSlug}/${repository.repoName}`)}` as const,
  pull: ({ ownerSlug, repoName, pullNumber }: PullAddress) =>
    `/pulls/${encodeURIComponent(ownerSlug)}/${encodeURIComponent(repoName)}/${encodeURIComponent(pullNumber)}` as const,
  pullFiles: (name: PullAddress) => `${paths.pull(name)}?tab=files` as const,
  pullChecks: (name: PullAddress) => `${paths.pull(name)}?tab=checks` as const,
  pullCheck: (name: PullAddress, checkRunId: string) => `${paths.pullChecks(name)}#check-${checkRunId}` as const,
  /** The launch form, prefilled to fix a pull request. */
  fixPull: ({ ownerSlug, repoName, pullNumber }: PullAddress) =>
    `/agents/new?fix=${encodeURIComponent(`${ownerSlug}/${repoName}/${pullNumber}`)}` as const,
  queue: (): Route => "/queue",
  queueOf: (pool: string) => `/queue?pool=${encodeURIComponent(pool)}` as const,
  pools: (): Route => "/pools",
  pool: (name: string) => `/pools/${encodeURIComponent(name)}` as const,
  worker: (id: string) => `/workers/${encodeURIComponent(id)}` as const,
  repositories: (): Route => "/repositories",
  repository: ({ ownerSlug, repoName }: { ownerSlug: string; repoName: string }) =>
    `/repositories/${encodeURIComponent(ownerSlug)}/${encodeURIComponent(repoName)}` as const,
  /** A tab of a repository. Empty values use the default. */
  repositoryAt: (
    repository: { ownerSlug: string; repoName: string },
    params: { view?: RepositoryView; ref?: string; path?: string; base?: string },
  ) => {
    const query = Object.entries(params).filter(([, value]) => value);
    return `${paths.repository(repository)}?${new URLSearchParams(query)}` as const;
  },
  repositoryRules: (repository: { ownerSlug: string; repoName: string }) =>
    paths.repositoryAt(repository, { view: "rules" }),
  settings: (): Route => "/settings",
  live: () => "/api/live" as const,
};
