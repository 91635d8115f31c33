import { and, desc, eq } from "drizzle-orm";
import type { Branch } from "@/lib/contract/agents/run";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { persist } from "../core/store/retry-on-disconnect";
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
import { measureVersion } from "../hosting/pulls/version";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";
import { requestReviews } from "../hosting/reviewers/review-requests";

const longestTitle = 256;
const longestBody = 60_000;

const cut = (text: string, length: number) => [...text].slice(0, length).join("");

async function openFrom(context: Context, repositoryId: string, branch: string): Promise<PullRequestRow | undefined> {
  const [found] = await selectPullRequests(
    context.db,
    and(eq(pullRequests.repositoryId, repositoryId), eq(pullRequests.state, "open"), eq(pullRequests.headRef, branch)),
  )
    .orderBy(desc(pullRequests.number))
    .limit(1);
  return found?.pull;
}

/** What the agent's branch is to be merged into: where it began, if that is a branch; else the default branch. */
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

/** Agents' pull requests are opened by the service, for whoever launched the agent. */
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
  const measured = await measureVersion(dir, { headSha, baseSha });
  if (measured === "unrelated") return undefined;
  const author = await authorOf(context, agent);
  const wanted = {
    repositoryId: repository.id,
    title: cut(agent.name.trim() || branch, longestTitle),
    body: cut(reply.trim(), longestBody),
    headRef: branch,
    baseRef,
    draft: false,
    author,
    parent: undefined,
    measured,
  };
  // One whose commit was not confirmed may be there.
  const pull = await persist(
    context,
    async () => (await openFrom(context, repository.id, branch)) ?? (await openPullRequest(context, wanted)),
  );
  if (!agent.skipReviewerRequest && author.id.startsWith("user_")) {
    const asked = { pull, reviewerIds: [author.id], requestedBy: { id: managedActorId(context) } };
    await persist(context, () => requestReviews(context, asked));
  }
  return pull;
}

/**
 * Says for each pushed branch which open pull request it belongs to, and opens one where the agent is to do so
 * (specification, section 4 Agents: autoCreatePR, skipReviewerRequest). Doing it again opens no second one.
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
        return await persist(context, async () => {
          const url = `${new URL(context.settings.gitUrl).protocol}//${repoUrl}`;
          const repository = await findRepositoryByUrl(context, url);
          if (!repository) return entry;
          const pull =
            (await openFrom(context, repository.id, branch)) ??
            (agent.autoCreatePr ? await open(context, agent, repository, branch, reply) : undefined);
          return pull ? { ...entry, prUrl: pullRequestUrl(context, repository, pull.number) } : entry;
        });
      } catch (error) {
        context.log.error({ err: error, agentId: agent.id, branch }, "a run's pull request could not be opened");
        return entry;
      }
    }),
  );
}
