import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { GitHubPull } from "@/lib/contract/dashboard/pulls/list-github-pulls";
import { type AgentScope, inScope } from "./agent-scope";
import { agents } from "./index-schema";
import { agentProfiles } from "./schema";
import type { Store } from "./store";

const maxAgents = 1_000;
const maxPulls = 200;

const repositoryOf = (url: string) => new URL(url).pathname.split("/").slice(1, 3).join("/");
const updatedAt = ({ facts }: GitHubPull) => facts.external?.updatedAt ?? "";

/** Agents' pull requests on GitHub, the most recently updated first. One that several agents work on is listed once. */
export async function gitHubPulls(store: Store, scope: AgentScope): Promise<GitHubPull[]> {
  const rows = await store.database
    .select({ id: agents.id, entry: agents.entry, pulls: agents.pulls, name: agentProfiles.name })
    .from(agents)
    .leftJoin(agentProfiles, eq(agentProfiles.agentId, agents.id))
    .where(and(inScope(scope), isNotNull(agents.pulls), sql`${agents.pulls}::text like '%"external"%'`))
    .orderBy(desc(agents.updatedAt))
    .limit(maxAgents);
  const found = new Map<string, GitHubPull>();
  for (const { id, entry, pulls, name } of rows) {
    for (const facts of pulls ?? []) {
      if (!facts.external || found.has(facts.url)) continue;
      const agent = { id, name: name ?? entry.name };
      found.set(facts.url, { url: facts.url, repository: repositoryOf(facts.url), facts, agent });
    }
  }
  return [...found.values()].sort((one, other) => updatedAt(other).localeCompare(updatedAt(one))).slice(0, maxPulls);
}
