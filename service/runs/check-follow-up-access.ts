import { agentOwner } from "../agent-access/agent-owner";
import type { AgentRow } from "../agent-access/find-agent";
import { requireWritableRepo } from "../agent-access/require-writable-repo";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { Principal, TeamPrincipal } from "../core/principal";
import type { WithGit } from "../git/with-git";
import type { WithGitHub } from "../github/with-github";
import { repositoryPermission } from "../hosting/access/repository-access";
import type { WithRemotes } from "../remotes/remotes";
import { findDependencies } from "./find-dependencies";

type FollowUpContext = Context & WithGit & WithGitHub & WithRemotes;

async function requireRepos(context: FollowUpContext, principal: TeamPrincipal, { repos, envType }: AgentRow) {
  for (const [index, repo] of repos.entries()) {
    await requireWritableRepo(context, principal, repo, index, envType === "cloud");
  }
}

/** A run clones the dependencies with the permissions of the agent's owner, and its replies go to the caller. */
async function requireDependencies(
  context: FollowUpContext,
  caller: TeamPrincipal,
  agent: AgentRow,
  owner: TeamPrincipal,
) {
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
export async function checkFollowUpAccess(context: FollowUpContext, caller: Principal, agent: AgentRow): Promise<void> {
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
