import { join } from "node:path";
import { and, asc, eq, lt, ne } from "drizzle-orm";
import { AgentSecrets, RunSecrets } from "../agents/agent-secrets";
import { scriptModel } from "../agents/catalogue";
import type { AgentRow } from "../agents/visibility";
import { findRepositoryByUrl } from "../repohost/repositories/access";
import { RunFailure } from "../runner/run-failure";
import type { RunRepository, RunSpec } from "../runner/run-spec";
import type { Service } from "../service";
import { runs } from "../store/tables/agents";
import { users } from "../store/tables/people";
import type { RunRow } from "./run-body";

/** Where an agent's files live from run to run. */
export function workspaceDir(service: Pick<Service, "settings">, agentId: string): string {
  return join(service.settings.dataDir, "workspaces", agentId);
}

async function resolveRepositories(service: Service, agent: AgentRow) {
  const ids = new Set<string>();
  const taken = new Set<string>();
  const repositories: RunRepository[] = [];
  for (const { url, startingRef } of agent.repos) {
    const found = await findRepositoryByUrl(service, url);
    if (!found) throw new RunFailure("repository_access", `The repository ${url} is no longer there`);
    ids.add(found.id);
    let directory = found.name;
    for (let copy = 2; taken.has(directory); copy += 1) directory = `${found.name}-${copy}`;
    taken.add(directory);
    const cloneUrl = `${service.origin()}/${found.ownerSlug}/${found.name}.git`;
    repositories.push({ url, cloneUrl, startingRef, directory });
  }
  return { repositories, ids };
}

async function author(service: Service, agent: AgentRow): Promise<RunSpec["author"]> {
  if (agent.userId === null) return { name: "Service account", email: `${agent.serviceAccountId}@localhost` };
  const [user] = await service.db.select().from(users).where(eq(users.id, agent.userId));
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(" ");
  return { name: name || (user?.email ?? "Slipway"), email: user?.email ?? "agent@localhost" };
}

/** Everything the runner needs for one run, and the repositories its git credential is good for. */
export async function runSpecOf(
  service: Service,
  agent: AgentRow,
  run: RunRow,
): Promise<{ spec: RunSpec; repositoryIds: ReadonlySet<string> }> {
  const { cipher, catalogue, settings, db } = service;
  const secrets = AgentSecrets.parse(agent.secrets ? cipher.open(agent.secrets) : {});
  const ownServers = run.secrets ? RunSecrets.parse(cipher.open(run.secrets)).mcpServers : undefined;
  const { repositories, ids } = await resolveRepositories(service, agent);
  const earlier = await db
    .select({ prompt: runs.promptText, reply: runs.result })
    .from(runs)
    .where(and(eq(runs.agentId, agent.id), lt(runs.position, run.position), ne(runs.status, "CREATING")))
    .orderBy(asc(runs.position));
  const preamble =
    agent.model.id === scriptModel || agent.customSubagents.length === 0
      ? ""
      : `You may delegate to these subagents:\n${JSON.stringify(agent.customSubagents, null, 2)}\n\n`;
  return {
    repositoryIds: ids,
    spec: {
      agentId: agent.id,
      runId: run.id,
      prompt: { text: preamble + run.promptText, images: run.promptImages },
      mode: run.mode,
      command: catalogue.command(agent.model.id),
      model: agent.model,
      repositories,
      branch: { name: agent.branchName, current: agent.workOnCurrentBranch },
      workspaceDir: workspaceDir(service, agent.id),
      variables: secrets.envVars,
      mcpServers: ownServers ?? secrets.mcpServers,
      sessionId: agent.sessionId ?? undefined,
      conversation: earlier.map(({ prompt, reply }) => ({ prompt, reply: reply ?? "" })),
      author: await author(service, agent),
      variablePrefix: settings.serviceName.toUpperCase(),
    },
  };
}
