/** Generated branch names contain no dot, so no agent can name another agent's branch. */
const suffix = /^\.[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/;

/** True for a branch stacked on an agent's branch: `<agent branch>.<name>`. */
export function isStackedOn(agentBranch: string, branch: string): boolean {
  return branch.startsWith(agentBranch) && suffix.test(branch.slice(agentBranch.length));
}
