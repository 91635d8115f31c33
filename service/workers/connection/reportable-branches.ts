import { eq } from "drizzle-orm";
import { isStackedOn } from "@/git/refs/stacked-on";
import type { WireOutcome } from "@/lib/contract/worker-protocol/run-parts";
import { RunFailure } from "@/runner/limits/run-failure";
import { plainRepositoryUrl } from "@/runner/workspace/publish-changes";
import type { AgentsContext } from "../../agent-access/agents-context";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { agents } from "../../core/store/tables/agents";
import { resolveRepositories } from "../../runs/build-run-spec";

type Reported = WireOutcome["branches"];

/**
 * The branches of a worker's outcome that its run can have pushed: the agent's, in the agent's repositories. Pull requests are
 * opened for them, and a worker could report any others.
 */
export async function reportableBranches(
  context: AgentsContext,
  agentId: string,
  reported: Reported,
): Promise<Reported> {
  if (reported.length === 0) return [];
  const [agent] = await retryOnDisconnect(context, () =>
    context.db.select().from(agents).where(eq(agents.id, agentId)),
  );
  if (!agent) return [];
  const isGenerated = !agent.workOnCurrentBranch;
  const pushed = new Map(
    isGenerated ? agent.repos.map(({ url }) => [plainRepositoryUrl(url), agent.branchName] as const) : [],
  );
  if (reported.some(({ repoUrl }) => !pushed.has(repoUrl))) {
    // The repository of a pull request can have another URL than the entry.
    try {
      const resolved = await retryOnDisconnect(context, () => resolveRepositories(context, agent));
      for (const [url, branch] of resolved.pushed) pushed.set(plainRepositoryUrl(url), branch);
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
    }
  }
  const kept = reported.filter(({ repoUrl, branch }) => {
    const own = pushed.get(repoUrl);
    return own !== undefined && (branch === own || (isGenerated && isStackedOn(own, branch)));
  });
  if (kept.length < reported.length)
    context.log.warn({ agentId }, "a worker reported branches that its run can't push");
  return kept;
}
