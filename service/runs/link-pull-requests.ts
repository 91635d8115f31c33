import { and, desc, eq } from "drizzle-orm";
import type { Branch } from "@/lib/contract/agents/run";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { users } from "../core/store/tables/people";
import { pullRequests } from "../core/store/tables/pull-requests";
import { branchExists } from "../git/branch-exists";
import { branchOf } from "../git/branch-of";
import { readReference } from "../git/references";
import type { WithGit } from "../git/with-git";
import { type FoundRepository, findRepositoryByUrl } from "../hosting/access/repository-access";
import { type ActorRef, managedActorId } from "../hosting/actors/actor";
import { openPullRequest } from "../hosting/pulls/open-pull-request";
import { type PullRequestRow, selectPullRequests } from "../hosting/pulls/pull-request-row";
import { findPullRequestByUrl, pullRequestUrl } from "../hosting/pulls/pull-request-url";
import { measureMovedHead } from "../hosting/pulls/version";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";
import { requestReviews } from "../hosting/reviewers/review-requests";

const maxTitleLength = 256;
const maxBodyLength = 60_000;

const truncate = (text: string, length: number) => [...text].slice(0, length).join("");

async function findOpenPull(
  context: Context,
  repositoryId: string,
  branch: string,
): Promise<PullRequestRow | undefined> {
  const [found] = await selectPullRequests(
    context.db,
    and(eq(pullRequests.repositoryId, repositoryId), eq(pullRequests.state, "open"), eq(pullRequests.headRef, branch)),
  )
    .orderBy(desc(pullRequests.number))
    .limit(1);
  return found?.pull;
}

/** Returns the base for the agent's branch: the branch it started from, or the default branch. */
async function baseOf(
  context: Context & WithGit,
  agent: AgentRow,
  repository: FoundRepository,
  branch: string,
): Promise<string> {
  const dir = context.repositories.path(repository.id);
  for (const { url, startingRef, prUrl } of agent.repos) {
    if (prUrl) {
      const found = await findPullRequestByUrl(context, prUrl);
      if (found?.repository.id === repository.id) return found.pull.baseRef;
    } else if (startingRef && (await findRepositoryByUrl(context, url))?.id === repository.id) {
      const name = branchOf(startingRef) ?? startingRef;
      if (name !== branch && (await branchExists(dir, name))) return name;
    }
  }
  return repository.defaultBranch;
}

/** Returns the author of an agent's pull requests: the service's app, on behalf of the user who launched the agent. */
async function authorOf(context: Context, agent: AgentRow): Promise<ActorRef> {
  if (agent.userId === null) return { id: agent.serviceAccountId ?? managedActorId(context) };
  const [user] = await context.db.select({ id: users.actorId }).from(users).where(eq(users.id, agent.userId));
  return user ? { id: user.id, appId: managedActorId(context) } : { id: managedActorId(context) };
}

async function open(
  context: Context & WithGit & WithMergePreparation,
  agent: AgentRow,
  repository: FoundRepository,
  branch: string,
  reply: string,
): Promise<PullRequestRow | undefined> {
  const dir = context.repositories.path(repository.id);
  const baseRef = await baseOf(context, agent, repository, branch);
  const headSha = await readReference(dir, `refs/heads/${branch}`);
  const baseSha = await readReference(dir, `refs/heads/${baseRef}`);
  if (!headSha || !baseSha || baseRef === branch) return undefined;
  const measured = await measureMovedHead(context, dir, { headSha, baseSha });
  if (measured === "unrelated") return undefined;
  const author = await authorOf(context, agent);
  const input = {
    repositoryId: repository.id,
    title: truncate(agent.name.trim() || branch, maxTitleLength),
    body: truncate(reply.trim(), maxBodyLength),
    headRef: branch,
    baseRef,
    draft: false,
    author,
    parent: undefined,
    measured,
  };
  // It may already exist if the commit of an earlier attempt wasn't confirmed.
  const pull = await retryOnDisconnect(
    context,
    async () => (await findOpenPull(context, repository.id, branch)) ?? (await openPullRequest(context, input)),
  );
  if (!agent.skipReviewerRequest && author.id.startsWith("user_")) {
    const request = { pull, reviewerIds: [author.id], requestedBy: { id: managedActorId(context) } };
    await retryOnDisconnect(context, () => requestReviews(context, request));
  }
  return pull;
}

/**
 * Adds the URL of its open pull request to each pushed branch, and opens one if `autoCreatePR` is set (specification,
 * section 4 Agents: autoCreatePR, skipReviewerRequest). Idempotent.
 */
export async function linkPullRequests(
  context: Context & WithGit & WithMergePreparation,
  agent: AgentRow,
  branches: readonly Branch[],
  reply: string,
): Promise<Branch[]> {
  return Promise.all(
    branches.map(async (entry): Promise<Branch> => {
      const { repoUrl, branch } = entry;
      if (branch === undefined || entry.prUrl !== undefined) return entry;
      try {
        return await retryOnDisconnect(context, async () => {
          const url = `${new URL(context.settings.gitUrl).protocol}//${repoUrl}`;
          const repository = await findRepositoryByUrl(context, url);
          if (!repository) return entry;
          const pull =
            (await findOpenPull(context, repository.id, branch)) ??
            (agent.autoCreatePr ? await open(context, agent, repository, branch, reply) : undefined);
          return pull ? { ...entry, prUrl: pullRequestUrl(context, repository, pull.number) } : entry;
        });
      } catch (error) {
        context.log.error({ err: error, agentId: agent.id, branch }, "couldn't open a run's pull request");
        return entry;
      }
    }),
  );
}
