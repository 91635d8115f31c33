import { agentOwner } from "../agent-access/agent-owner";
import type { AgentRow } from "../agent-access/find-agent";
import { type RepoContext, requirePushTarget, requireUnscoped } from "../agent-access/require-push-target";
import { apiError } from "../core/http/api-error";
import type { Principal, TeamPrincipal } from "../core/principal";
import { repositoryPermission } from "../hosting/access/repository-access";
import { findDependencies } from "./find-dependencies";

async function requireRepos(context: RepoContext, principal: TeamPrincipal, { repos, envType }: AgentRow) {
  for (const [index, repo] of repos.entries()) {
    // GitHub is asked when the run starts, so that follow-ups are also accepted while it can't be reached.
    if (context.github.serves(repo.prUrl ?? repo.url)) requireUnscoped(principal, repo, index);
    else await requirePushTarget(context, principal, repo, index, envType === "cloud");
  }
}

/** A run clones the dependencies with the permissions of the agent's owner, and its replies go to the caller. */
async function requireDependencies(context: RepoContext, caller: TeamPrincipal, agent: AgentRow, owner: TeamPrincipal) {
  for (const id of await findDependencies(context, agent, owner)) {
    if ((await repositoryPermission(context, caller, id)) !== "none") continue;
    const message = "The agent uses repository dependencies that you can't read";
    throw apiError.agents(400, "repository_access", message, "repos");
  }
}

/**
 * Checks a follow-up like a launch: the caller and the agent's owner can write to its repositories now. Members who prompt
 * an agent of a service account can only do so with repositories they could use themselves.
 */
export async function checkFollowUpAccess(context: RepoContext, caller: Principal, agent: AgentRow): Promise<void> {
  if (caller.kind !== "user" && caller.kind !== "subToken" && caller.kind !== "serviceAccount") {
    throw apiError.agents(403, "role_forbidden", "This credential can't access agents");
  }
  await requireRepos(context, caller, agent);
  const owner = await agentOwner(context, agent);
  if (!owner)
    throw apiError.agents(403, "role_forbidden", "The agent's user is no longer an active member of the team");
  if (owner.kind === "user" && caller.kind !== "serviceAccount" && owner.userId === caller.userId) return;
  await requireRepos(context, owner, agent);
  await requireDependencies(context, caller, agent, owner);
}
