import { and, asc, eq, lt, ne, sql } from "drizzle-orm";
import type { McpServer } from "@/lib/contract/agents/mcp-server";
import { remoteGitPath } from "@/lib/contract/worker-protocol/limits";
import type { Settings } from "@/lib/core/settings/settings";
import { RunFailure } from "@/runner/limits/run-failure";
import type { RunRepository, RunSpec } from "@/runner/run/run-spec";
import { workspaceDir } from "@/runner/workspace/workspace";
import { agentOwner } from "../agent-access/agent-owner";
import type { AgentsContext } from "../agent-access/agents-context";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { privateCertificates } from "../core/http/private-server";
import { agents, runs } from "../core/store/tables/agents";
import { users } from "../core/store/tables/users";
import { canWrite } from "../hosting/access/namespace-access";
import {
  type FoundRepository,
  findRepositoryByUrl,
  repositoryPermission,
  repositoryUrl,
} from "../hosting/access/repository-access";
import { findPullRequestByUrl } from "../hosting/pulls/pull-request-url";
import { findConnections } from "../mcp-connections/connected-servers";
import type { WithCatalog } from "../models/model-catalog";
import { findDependencies } from "./find-dependencies";
import { locateGitHubRepo } from "./locate-github-repo";
import type { RunRow } from "./run-body";
import { runSecrets } from "./run-secrets";

interface Location {
  /** Set if it is hosted here. */
  found?: FoundRepository;
  url: string;
  startingRef: string | undefined;
  /** Set on other servers. */
  name?: string | undefined;
  /** Set on GitHub servers. */
  cloneUrl?: string;
  defaultBranch?: string;
}

/** Resolves a repository entry to its repository and its starting ref. A pull request sets both. */
async function locate(
  context: AgentsContext,
  repo: AgentRow["repos"][number],
  { workOnCurrentBranch: current }: AgentRow,
): Promise<Location> {
  const onGitHub = await locateGitHubRepo(context, repo, current);
  if (onGitHub) return onGitHub;
  const { url, startingRef, prUrl } = repo;
  if (prUrl === undefined) {
    const found = await findRepositoryByUrl(context, url);
    return { url, startingRef, ...(found ? { found } : { name: context.remotes.directoryName(url) }) };
  }
  const pull = await findPullRequestByUrl(context, prUrl);
  if (!pull) throw new RunFailure("pr_resolution_failed", `Pull request ${prUrl} no longer exists`);
  const { repository: found } = pull;
  const isSameRepository = (await findRepositoryByUrl(context, url))?.id === found.id;
  const branch = current ? pull.pull.headRef : pull.pull.baseRef;
  return { found, url: isSameRepository ? url : repositoryUrl(context, found), startingRef: `refs/heads/${branch}` };
}

/** The branch an agent's runs push to in a repository. */
function branchOf(agent: AgentRow, defaultBranch: string, startingRef: string | undefined): string {
  if (!agent.workOnCurrentBranch) return agent.branchName;
  return startingRef?.replace(/^refs\/heads\//, "") ?? defaultBranch;
}

/** Who can see the agent depends on what its runs can read, so this is stored before a run gets access to it. */
async function recordUse({ db }: Context, agent: AgentRow, repositoryIds: readonly string[]): Promise<void> {
  if (repositoryIds.every((id) => agent.usedRepositoryIds.includes(id))) return;
  const { usedRepositoryIds } = agents;
  const added = sql`(select coalesce(array_agg(distinct id), '{}') from unnest(${usedRepositoryIds} || ${sql.param([...repositoryIds])}::text[]) id)`;
  await db.update(agents).set({ usedRepositoryIds: added }).where(eq(agents.id, agent.id));
}

/**
 * Resolves an agent's repositories, the branch it pushes to in each, and their dependencies, with the current permissions of the
 * agent's owner. `pushed`: the branch of each repository, by its URL. A worker's run uses its repositories on GitHub, `remotes`, through the service. Throws `repository_access` for a
 * repository that was deleted or that the owner can no longer write to.
 */
export async function resolveRepositories(context: AgentsContext, agent: AgentRow) {
  const owner = await agentOwner(context, agent);
  if (!owner) throw new RunFailure("repository_access", "The agent's user is no longer an active member of the team");
  const branches = new Map<string, string>();
  const remotes = new Map<string, string>();
  const pushed = new Map<string, string>();
  const taken = new Set<string>();
  const repositories: RunRepository[] = [];
  for (const repo of agent.repos) {
    const { found, url, startingRef, ...outside } = await locate(context, repo, agent);
    const isProxied = agent.envType !== "cloud" && outside.cloneUrl !== undefined;
    // Workers use their own network access; only the service's runner gets repositories on servers in GIT_REMOTES.
    const name = found?.name ?? (agent.envType === "cloud" || isProxied ? outside.name : undefined);
    if (name === undefined) throw new RunFailure("repository_access", `Repository ${url} no longer exists`);
    if (found && !canWrite(await repositoryPermission(context, owner, found.id))) {
      throw new RunFailure("repository_access", `The agent's owner can no longer write to ${url}`);
    }
    const branch = branchOf(agent, found?.defaultBranch ?? outside.defaultBranch ?? "", startingRef);
    pushed.set(url, branch);
    if (found) branches.set(found.id, branch);
    let directory = name;
    for (let copy = 2; taken.has(directory); copy += 1) directory = `${name}-${copy}`;
    taken.add(directory);
    const external = outside.cloneUrl ?? url;
    if (isProxied) remotes.set(external, branch);
    const path = found ? `/${found.ownerSlug}/${found.name}.git` : isProxied ? remoteGitPath(external) : undefined;
    repositories.push({ url, cloneUrl: path ? context.origin() + path : external, startingRef, directory });
  }
  const dependencyIds = await findDependencies(context, agent, owner);
  await recordUse(context, agent, [...branches.keys(), ...dependencyIds]);
  return { repositories, branches, remotes, pushed, dependencyIds };
}

async function author(context: Context, agent: AgentRow): Promise<RunSpec["author"]> {
  if (agent.userId === null) return { name: "Service account", email: `${agent.serviceAccountId}@localhost` };
  const [user] = await context.db.select().from(users).where(eq(users.id, agent.userId));
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(" ");
  return { name: name || (user?.email ?? "Slipway"), email: user?.email ?? "agent@localhost" };
}

function privateServersOf(servers: readonly McpServer[], settings: Settings): Record<string, string> {
  const entries = servers.flatMap(({ name, url }): [string, string][] => {
    const certificates = url === undefined ? undefined : privateCertificates(new URL(url), settings);
    return certificates === undefined ? [] : [[name, certificates]];
  });
  return Object.fromEntries(entries);
}

/** Builds the runner's spec of a run, and the repositories its git credential grants access to. */
export async function buildRunSpec(
  context: AgentsContext & WithCatalog,
  agent: AgentRow,
  run: RunRow,
): Promise<{ spec: RunSpec; branches: ReadonlyMap<string, string>; dependencyIds: ReadonlySet<string> }> {
  const { catalog, settings, db } = context;
  const { variables, mcpServers: servers } = runSecrets(context, agent, run);
  const connections = await findConnections(context, agent, servers);
  const { repositories, branches, dependencyIds } = await resolveRepositories(context, agent);
  const earlier = await db
    .select({ prompt: runs.promptText, reply: runs.result })
    .from(runs)
    .where(and(eq(runs.agentId, agent.id), lt(runs.position, run.position), ne(runs.status, "CREATING")))
    .orderBy(asc(runs.position));
  return {
    branches,
    dependencyIds,
    spec: {
      agentId: agent.id,
      runId: run.id,
      prompt: { text: run.promptText, images: run.promptImages },
      mode: run.mode,
      ...(await catalog.program(agent.model.id)),
      model: agent.model,
      repositories,
      branch: { name: agent.branchName, current: agent.workOnCurrentBranch },
      workspaceDir: workspaceDir(context, agent.id),
      variables,
      mcpServers: servers.map(({ auth: _auth, ...server }) => server),
      connectedServers: connections
        .filter(({ server, connectionId }) => server.auth || connectionId !== undefined)
        .map(({ server }) => server.name),
      privateServers: privateServersOf(servers, settings),
      subagents: agent.customSubagents,
      sessionId: agent.sessionId ?? undefined,
      conversation: earlier.map(({ prompt, reply }) => ({ prompt, reply: reply ?? "" })),
      author: await author(context, agent),
      owner: `${agent.teamId} ${agent.userId ?? agent.serviceAccountId}`,
      variablePrefix: settings.serviceName.toUpperCase(),
    },
  };
}
