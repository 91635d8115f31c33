import { and, asc, desc, eq, or, sql } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { PullAgent, PullRun } from "@/lib/contract/dashboard/pulls/get-pull-agents";
import { type PullAddress, parsePullAddress } from "@/lib/model/pull-address";
import { type AgentScope, inScope } from "./agent-scope";
import { followUps } from "./follow-up-schema";
import { agents, runs } from "./index-schema";
import { referencesPull } from "./references-pull";
import { users } from "./schema";
import type { Store } from "./store";

const maxRuns = 20;
const maxCandidates = 100;

function isPullOf(url: string | undefined, name: PullAddress): boolean {
  const address = parsePullAddress(url ?? "");
  return address !== undefined && keyOf(address) === keyOf(name);
}

const keyOf = ({ ownerSlug, repoName, pullNumber }: PullAddress) =>
  `${ownerSlug}/${repoName}/${pullNumber}`.toLowerCase();

/**
 * The agent that opened a pull request: the oldest one with a branch for it that wasn't started on the pull request.
 * `undefined` if no indexed agent did.
 */
export async function agentThatOpened(
  store: Store,
  scope: AgentScope,
  name: PullAddress,
): Promise<PullAgent | undefined> {
  const { ownerSlug: owner, repoName, pullNumber } = name;
  const rows = await store.database
    .select()
    .from(agents)
    .where(and(inScope(scope), referencesPull({ owner, name: repoName, pulls: [pullNumber] })))
    .orderBy(asc(agents.createdAt))
    .limit(maxCandidates);
  const opened = rows.find(
    ({ branches, repos }) =>
      branches?.some(({ prUrl }) => isPullOf(prUrl, name)) && !repos?.some(({ prUrl }) => isPullOf(prUrl, name)),
  );
  if (!opened) return undefined;
  const { entry, runStatus, runId, latestRunId } = opened;
  const busy = runId !== latestRunId || runStatus === null || !isTerminal(runStatus);
  return { id: opened.id, name: entry.name, archived: entry.status === "ARCHIVED", busy };
}

/** Which of these pull requests belong to an agent that the user sees. */
export async function pullsOfAgents(
  store: Store,
  scope: AgentScope,
  pulls: readonly PullAddress[],
): Promise<PullAddress[]> {
  if (pulls.length === 0) return [];
  const references = pulls.map(({ ownerSlug: owner, repoName: name, pullNumber }) =>
    referencesPull({ owner, name, pulls: [pullNumber] }),
  );
  const rows = await store.database
    .select({ branches: agents.branches, repos: agents.repos })
    .from(agents)
    .where(and(inScope(scope), or(...references)));
  const urls = rows.flatMap(({ branches, repos }) => [...(branches ?? []), ...(repos ?? [])].map(({ prUrl }) => prUrl));
  return pulls.filter((pull) => urls.some((url) => isPullOf(url, pull)));
}

/** The newest messages about a pull request, with the runs they started. */
export async function runsForPull(store: Store, scope: AgentScope, name: PullAddress): Promise<PullRun[]> {
  const rows = await store.database
    .select({ message: followUps, author: users.displayName, entry: agents.entry, runStatus: runs.status })
    .from(followUps)
    .innerJoin(users, eq(users.id, followUps.userId))
    .innerJoin(agents, and(eq(agents.id, followUps.agentId), inScope(scope)))
    .leftJoin(runs, and(eq(runs.agentId, followUps.agentId), eq(runs.id, followUps.runId)))
    .where(and(eq(followUps.source, scope.source), sql`lower(${followUps.pullRequest}) = ${keyOf(name)}`))
    .orderBy(desc(followUps.createdAt))
    .limit(maxRuns);
  return rows.map(({ message, author, entry, runStatus }) => ({
    id: message.id,
    agent: { id: message.agentId, name: entry.name },
    author,
    state: message.state,
    ...(message.runId === null ? {} : { runId: message.runId }),
    ...(runStatus === null ? {} : { runStatus }),
    createdAt: message.createdAt.toISOString(),
  }));
}
