import type { Route } from "next";
import { type DiffRange, formatRange } from "./diff/diff-position";
import { eventHash } from "./transcript/event-hash";

type RepositoryView = "history" | "blame" | "tags" | "compare" | "search" | "rules" | "settings" | "";

interface PullAddress {
  ownerSlug: string;
  repoName: string;
  pullNumber: string;
}

/** Builds every URL of the dashboard. */
export const paths = {
  home: (): Route => "/",
  inbox: (): Route => "/inbox",
  /** The sign-in page; `next` is the page to return to. */
  signIn: (next?: string) =>
    next === undefined || next === "/" ? ("/sign-in" as const) : (`/sign-in?next=${encodeURIComponent(next)}` as const),
  agents: (): Route => "/agents",
  agentsWhere: (query: string) => `/agents?q=${encodeURIComponent(query)}` as const,
  /** The list with given search parameters. */
  agentsAt: (search: string) => (search === "" ? ("/agents" as const) : (`/agents?${search}` as const)),
  newAgent: (): Route => "/agents/new",
  batches: (): Route => "/agents/batches",
  batch: (id: string) => `/agents/batches/${encodeURIComponent(id)}` as const,
  agentsOfBatch: (id: string) => paths.agentsWhere(`batch:${id} archived:any`),
  launchOn: ({ repository, reference }: { repository: string; reference: string }) =>
    `/agents/new?${new URLSearchParams({ repo: repository, ref: reference })}` as const,
  relaunch: (id: string) => `/agents/new?from=${encodeURIComponent(id)}` as const,
  agent: (id: string) => `/agents/${encodeURIComponent(id)}` as const,
  /** The transcript at one of the agent's runs. */
  agentRun: (id: string, runId: string) =>
    `/agents/${encodeURIComponent(id)}?run=${encodeURIComponent(runId)}` as const,
  agentTab: (id: string, tab: "changes" | "artifacts" | "timeline" | "events") =>
    `/agents/${encodeURIComponent(id)}?tab=${tab}` as const,
  /** An event of an agent's transcript. `find` is highlighted in it. */
  agentEvent: (id: string, { runId, eventId, find }: { runId: string; eventId: string; find: string }) =>
    `/agents/${encodeURIComponent(id)}?find=${encodeURIComponent(find)}${eventHash(runId, eventId)}` as const,
  search: (query: string) => `/search?q=${encodeURIComponent(query)}` as const,
  /** The preview of an artifact on its agent's page. */
  artifact: (id: string, path: string) =>
    `/agents/${encodeURIComponent(id)}?${new URLSearchParams({ tab: "artifacts", file: `${id}/${path}` })}` as const,
  /** Agents that opened or work on a pull request. */
  agentsOfPull: ({ ownerSlug, repoName, pullNumber }: PullAddress) =>
    paths.agentsWhere(`repo:${ownerSlug}/${repoName} pr:${pullNumber} archived:any`),
  usage: (): Route => "/usage",
  budgets: (): Route => "/usage/budgets",
  automations: (): Route => "/automations",
  newAutomation: (): Route => "/automations/new",
  automation: (id: string) => `/automations/${encodeURIComponent(id)}` as const,
  editAutomation: (id: string) => `/automations/${encodeURIComponent(id)}/edit` as const,
  artifacts: (): Route => "/artifacts",
  agentArtifacts: (id: string) => `/artifacts?agent=${encodeURIComponent(id)}` as const,
  environments: (): Route => "/environments",
  /** A file on a branch in the editor; an empty branch is the default one. */
  environment: (file: { repository: string; branch: string; path: string }) =>
    `/environments?${new URLSearchParams({ repo: file.repository, branch: file.branch, path: file.path })}` as const,
  looseEnvironment: () => "/environments?file=new" as const,
  pulls: (): Route => "/pulls",
  /** Pull requests of all repositories. */
  allPulls: () => "/pulls?repo=*" as const,
  /** The form to create a pull request in the repository chosen last. */
  newPull: () => "/pulls?new=1" as const,
  pullsOf: (repository: { ownerSlug: string; repoName: string }) =>
    `/pulls?repo=${encodeURIComponent(`${repository.ownerSlug}/${repository.repoName}`)}` as const,
  pull: ({ ownerSlug, repoName, pullNumber }: PullAddress) =>
    `/pulls/${encodeURIComponent(ownerSlug)}/${encodeURIComponent(repoName)}/${encodeURIComponent(pullNumber)}` as const,
  /** A tab of a pull request; an empty name is the conversation. */
  pullTab: (name: PullAddress, tab: string) =>
    tab === "" ? paths.pull(name) : (`${paths.pull(name)}?tab=${tab}` as const),
  pullThread: (name: PullAddress, threadId: string) => `${paths.pull(name)}#thread-${threadId}` as const,
  pullFiles: (name: PullAddress) => `${paths.pull(name)}?tab=files` as const,
  /** The Files tab at a file or lines of it, in the latest version or in `version`. */
  pullLines: (name: PullAddress, range: DiffRange, version = "") => {
    const files = version === "" ? paths.pullFiles(name) : paths.pullVersions(name, version);
    return `${files}&at=${encodeURIComponent(formatRange(range))}` as const;
  },
  /** The Files tab at a version, or with the changes between two: `1..2`. */
  pullVersions: (name: PullAddress, versions: string) =>
    `${paths.pullFiles(name)}&versions=${encodeURIComponent(versions)}` as const,
  /** The Files tab with the changes of one commit. */
  pullCommit: (name: PullAddress, sha: string) => `${paths.pullFiles(name)}&commit=${encodeURIComponent(sha)}` as const,
  /** The Files tab with the changes of the whole stack up to the pull request. */
  pullStack: (name: PullAddress) => `${paths.pullFiles(name)}&layers=all` as const,
  pullChecks: (name: PullAddress) => `${paths.pull(name)}?tab=checks` as const,
  pullCheck: (name: PullAddress, checkRunId: string) => `${paths.pullChecks(name)}#check-${checkRunId}` as const,
  /** The launch form, prefilled to fix a pull request. */
  fixPull: ({ ownerSlug, repoName, pullNumber }: PullAddress) =>
    `/agents/new?fix=${encodeURIComponent(`${ownerSlug}/${repoName}/${pullNumber}`)}` as const,
  /** Pools, workers and the queue. */
  capacity: (): Route => "/pools",
  queue: () => "/pools?tab=queue" as const,
  queueOf: (pool: string) => `/pools?tab=queue&pool=${encodeURIComponent(pool)}` as const,
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
  commit: (repository: { ownerSlug: string; repoName: string }, sha: string) =>
    `${paths.repository(repository)}/commits/${encodeURIComponent(sha)}` as const,
  repositoryRules: (repository: { ownerSlug: string; repoName: string }) =>
    paths.repositoryAt(repository, { view: "rules" }),
  settings: (): Route => "/settings",
  /** The page of an answer link in a notification. */
  answer: (token: string) => `/answer/${encodeURIComponent(token)}` as const,
  live: () => "/api/live" as const,
};
