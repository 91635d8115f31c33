import { and, desc, eq } from "drizzle-orm";
import { divergence } from "@/git/history/history";
import { isRefName } from "@/git/refs/branch-name";
import { listReferences, readReference } from "@/git/refs/references";
import type { Context } from "../core/context";
import type { HostingContext } from "../core/hosting-context";
import type { Principal } from "../core/principal";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { pullRequests } from "../core/store/tables/pull-requests";
import { users } from "../core/store/tables/users";
import { isReadOnly } from "../hosting/access/mirror-status";
import { canWrite } from "../hosting/access/namespace-access";
import {
  type FoundRepository,
  findRepositoryByUrl,
  repositoryPermission,
  repositoryUrl,
} from "../hosting/access/repository-access";
import { type ActorRef, managedActorId } from "../hosting/actors/actor";
import { openPullRequest } from "../hosting/pulls/open-pull-request";
import { type FoundPullRequest, type PullRequestRow, selectPullRequests } from "../hosting/pulls/pull-request-row";
import { findPullRequestByUrl, pullRequestUrl } from "../hosting/pulls/pull-request-url";
import { measureMovedHead } from "../hosting/pulls/version";
import { requestReviews } from "../hosting/reviewers/review-requests";
import type { CodeHost, HostPull, HostRepository, NewPull, PushRequest, PushTarget } from "./code-host";
import { CodeHostProblem } from "./code-host-problem";
import { missingTarget } from "./missing-target";
import { type PullAccount, slipwayPull } from "./slipway-pull";

type HostContext = HostingContext;

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

/** Returns the author of an agent's pull requests: the service's app, on behalf of the user who launched the agent. */
async function authorOf(context: Context, agent: NewPull["agent"]): Promise<ActorRef> {
  if (agent.userId === null) return { id: agent.serviceAccountId ?? managedActorId(context) };
  const [user] = await context.db.select({ id: users.actorId }).from(users).where(eq(users.id, agent.userId));
  return user ? { id: user.id, appId: managedActorId(context) } : { id: managedActorId(context) };
}

async function open(
  context: HostContext,
  repository: FoundRepository,
  { agent, stacked, ...fields }: NewPull,
): Promise<PullRequestRow | undefined> {
  const dir = context.repositories.path(repository.id);
  const { headRef, baseRef } = fields;
  const headSha = await readReference(dir, `refs/heads/${headRef}`);
  const baseSha = await readReference(dir, `refs/heads/${baseRef}`);
  if (!headSha || !baseSha) return undefined;
  const measured = await measureMovedHead(context, dir, { headSha, baseSha });
  if (measured === "unrelated") return undefined;
  const author = await authorOf(context, agent);
  const parent = stacked ? await findOpenPull(context, repository.id, baseRef) : undefined;
  const input = { ...fields, repositoryId: repository.id, author, parent, measured };
  // It may already exist if the commit of an earlier attempt wasn't confirmed.
  const pull = await retryOnDisconnect(
    context,
    async () => (await findOpenPull(context, repository.id, headRef)) ?? (await openPullRequest(context, input)),
  );
  if (!agent.skipReviewerRequest && author.id.startsWith("user_")) {
    const request = { pull, reviewerIds: [author.id], requestedBy: { id: managedActorId(context) } };
    await retryOnDisconnect(context, () => requestReviews(context, request));
  }
  return pull;
}

function hostRepository(context: HostContext, repository: FoundRepository): HostRepository {
  const dir = context.repositories.path(repository.id);
  const hostPull = (pull: PullRequestRow | undefined): HostPull | undefined =>
    pull && {
      url: pullRequestUrl(context, repository, pull.number),
      headRef: pull.headRef,
      baseRef: pull.baseRef,
    };
  return {
    url: repositoryUrl(context, repository),
    defaultBranch: repository.defaultBranch,
    async branchFamily(branch) {
      const ref = `refs/heads/${branch}`;
      if (!isRefName(ref)) return [];
      const found = await listReferences(dir, ref, `${ref}.*`);
      return found.map(({ name, id }) => ({ name: name.slice("refs/heads/".length), id }));
    },
    divergence: (base, head) => divergence(dir, base, head),
    findOpenPull: async (branch) => hostPull(await findOpenPull(context, repository.id, branch)),
    openPull: async (pull) => hostPull(await open(context, repository, pull)),
  };
}

/** Finds what a request names, whether or not it is visible to anyone. */
async function findRequested(
  context: HostContext,
  { url, prUrl }: PushRequest,
): Promise<{ repository: FoundRepository; pull?: FoundPullRequest["pull"] } | undefined> {
  if (prUrl !== undefined) return findPullRequestByUrl(context, prUrl);
  const repository = await findRepositoryByUrl(context, url);
  return repository && { repository };
}

async function findPushTarget(
  context: HostContext,
  request: PushRequest,
  principal: Principal,
): Promise<PushTarget | undefined> {
  const found = await findRequested(context, request);
  if (!found) return undefined;
  const { repository, pull } = found;
  if (!canWrite(await repositoryPermission(context, principal, repository.id))) {
    throw new CodeHostProblem(missingTarget(request));
  }
  const url = request.prUrl ?? request.url;
  if (isReadOnly(repository)) {
    throw new CodeHostProblem(`${url} is a read-only mirror; push to its upstream repository instead`);
  }
  return {
    repository: hostRepository(context, repository),
    repositoryId: repository.id,
    ...(pull ? { pull: { url, headRef: pull.headRef, baseRef: pull.baseRef } } : {}),
  };
}

/** The repositories and pull requests that this service hosts. */
export function slipwayHost(context: HostContext): CodeHost<PullAccount> {
  return {
    async findRepository(url) {
      const found = await findRepositoryByUrl(context, url);
      return found && hostRepository(context, found);
    },
    async findPull(url) {
      const found = await findPullRequestByUrl(context, url);
      if (!found) return undefined;
      const { headRef, baseRef } = found.pull;
      return { repository: hostRepository(context, found.repository), pull: { url, headRef, baseRef } };
    },
    findPushTarget: (request, principal) => findPushTarget(context, request, principal),
    async actOnPull(url, account) {
      const found = await findPullRequestByUrl(context, url);
      return found && slipwayPull(context, account, found);
    },
  };
}
