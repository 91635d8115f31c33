import { isStackedOn } from "@/git/refs/stacked-on";
import type { AgentRow } from "../agent-access/find-agent";
import type { HostRepository } from "../code-hosts/code-host";

type StackedAgent = Pick<AgentRow, "branchName" | "workOnCurrentBranch">;

/** True for a branch that an agent stacked on its own. */
export function isStacked({ branchName, workOnCurrentBranch }: StackedAgent, branch: string): boolean {
  return !workOnCurrentBranch && isStackedOn(branchName, branch);
}

/**
 * Returns the branch that a stacked branch continues: the nearest of the agent's branches in the repository that its history
 * contains. Undefined for other branches, and when there is none.
 */
export async function stackBase(
  repository: HostRepository,
  agent: StackedAgent,
  branch: string,
): Promise<string | undefined> {
  if (!isStacked(agent, branch)) return undefined;
  const family = await repository.branchFamily(agent.branchName);
  const head = family.find(({ name }) => name === branch)?.id;
  if (!head) return undefined;
  let nearest: { name: string; ahead: number } | undefined;
  for (const { name, id } of family) {
    const { ahead, behind } = await repository.divergence(id, head);
    if (behind > 0 || ahead === 0 || (nearest && nearest.ahead <= ahead)) continue;
    nearest = { name, ahead };
  }
  return nearest?.name;
}
