import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { githubConnections } from "../core/store/tables/github";
import { users } from "../core/store/tables/people";
import type { WithGitHub } from "../github/with-github";

const Requested = z.object({ number: z.number() });

/**
 * Requests a review of a pull request on GitHub from the user whose agent opened it, if they connected their account
 * (specification, section 4 Agents: skipReviewerRequest). The pull request is open anyway, so a failure is only logged.
 */
export async function requestOwnerReview(
  context: Context & WithGitHub,
  agent: Pick<AgentRow, "id" | "userId" | "skipReviewerRequest">,
  url: string,
): Promise<void> {
  const { host } = new URL(url);
  if (agent.skipReviewerRequest || agent.userId === null || !context.github.apps.get(host)) return;
  const [account] = await context.db
    .select({ login: githubConnections.login })
    .from(githubConnections)
    .innerJoin(users, eq(sql`lower(${users.email})`, githubConnections.owner))
    .where(and(eq(users.id, agent.userId), eq(githubConnections.host, host)));
  if (!account) return;
  try {
    const found = await context.github.pull(url, true);
    if (!found) return;
    const { repository, resource } = found;
    const [owner, repo] = repository.resource.full_name.split("/");
    const parameters = { owner, repo, pull_number: resource.number, reviewers: [account.login] };
    await repository.api.call(
      "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
      { what: `${repository.resource.full_name}#${resource.number}`, background: true, parameters },
      Requested,
    );
  } catch (error) {
    context.log.warn({ err: error, agentId: agent.id, url }, "couldn't request a review on GitHub");
  }
}
