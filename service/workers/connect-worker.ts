import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Context } from "../core/context";
import { refuse } from "../core/http/refusal";
import { actingUser, type Principal } from "../core/principal";
import { workers } from "../core/store/tables/pools";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { findRepository } from "../hosting/access/repository-access";
import { putPool } from "../pools/put-pool";
import { requireInScope } from "../pools/repository-scope";
import { claimsOf, settleClaims } from "../queue/settle-claims";
import type { RegisteredWorker, WorkerRegistration } from "./registration";

type Repository = NonNullable<WorkerRegistration["repository"]>;

async function servedRepository(
  context: Context,
  { repository }: WorkerRegistration,
): Promise<(Repository & { id: string }) | undefined> {
  const found = repository && (await findRepository(context, repository.owner, repository.name));
  return found && { owner: found.ownerSlug, name: found.name, url: repository.url, id: found.id };
}

/** Where the worker belongs: a pool of its team or its person, or no pool for a personal machine. */
async function placeOf(
  context: Context,
  principal: Principal,
  given: WorkerRegistration,
  repository: Repository | undefined,
): Promise<Pick<RegisteredWorker, "teamId" | "poolId" | "userId" | "onlyAgentId">> {
  if (principal.kind === "session") {
    if (given.workerId !== principal.workerId) {
      throw refuse.agents(403, "role_forbidden", `The session token serves worker ${principal.workerId} alone`);
    }
    const [claimed] = await context.db
      .select({ poolId: pendingRequests.poolId, poolName: pendingRequests.poolName })
      .from(pendingRequests)
      .where(eq(pendingRequests.agentId, principal.agentId));
    if (!claimed?.poolId) throw refuse.agents(403, "role_forbidden", "The session token's claim is gone");
    if (given.pool !== undefined && given.pool !== claimed.poolName) {
      throw refuse.field("pool", `the session token's claim is of pool ${claimed.poolName}`);
    }
    return { teamId: principal.teamId, poolId: claimed.poolId, userId: null, onlyAgentId: principal.agentId };
  }
  const user = actingUser(principal);
  if (user) {
    const { teamId, userId } = user;
    if (given.pool === undefined) return { teamId, poolId: null, userId, onlyAgentId: null };
    const pool = await putPool(context, { teamId, scope: "user", ownerId: userId, name: given.pool, repository });
    return { teamId, poolId: pool.id, userId, onlyAgentId: null };
  }
  if (principal.kind !== "serviceAccount") {
    throw refuse.agents(403, "role_forbidden", `A ${principal.kind} credential may not start workers`);
  }
  if (given.pool === undefined) {
    throw refuse.field(
      "pool",
      "a service-account key starts workers of a pool; a personal machine needs a person's key",
    );
  }
  await requireInScope(context, principal, repository);
  const { teamId } = principal;
  const pool = await putPool(context, { teamId, scope: "team", ownerId: teamId, name: given.pool, repository });
  return { teamId, poolId: pool.id, userId: null, onlyAgentId: null };
}

/** Workers connected at once: of one person, and of a team's service accounts. */
const mostWorkers = { person: 200, team: 1_000 };

/** Keeps a runaway controller from filling the registry. Throws 429 `worker_limit`. */
async function requireRoom(tx: Transaction, { teamId, userId }: Pick<RegisteredWorker, "teamId" | "userId">) {
  const owner = userId === null ? isNull(workers.userId) : eq(workers.userId, userId);
  const connected = await tx.$count(workers, and(eq(workers.teamId, teamId), owner, isNotNull(workers.connectionId)));
  const most = userId === null ? mostWorkers.team : mostWorkers.person;
  if (connected >= most)
    throw refuse.agents(429, "worker_limit", `Private worker limit exceeded: ${most} are connected`);
}

/**
 * Registers a worker on a new connection: it is listed from now on, its pool is registered with it, and claims that
 * waited for its id are its own. Throws a refusal: 400 or 403 for a credential that may not do this, 409 `replaced` when
 * another start of the worker, or another owner's worker, has the id, 429 when too many are connected.
 */
export async function connectWorker(
  context: Context,
  principal: Principal,
  given: WorkerRegistration,
): Promise<RegisteredWorker> {
  const repository = await servedRepository(context, given);
  const place = await placeOf(context, principal, given, repository);
  const { db, clock, ids } = context;
  const connectionId = ids.uuid();
  const { teamId, poolId } = place;
  await db.transaction(async (tx) => {
    const is = and(eq(workers.teamId, teamId), eq(workers.id, given.workerId));
    const [known] = await tx.select().from(workers).where(is).for("update");
    if (known?.connectionId) {
      const sameOwner = known.userId === place.userId && known.poolId === poolId;
      if (!sameOwner || (given.resumed && known.incarnation !== given.incarnation)) {
        throw refuse.agents(409, "replaced", `Worker ${given.workerId} is connected from elsewhere`);
      }
    }
    if (!known?.connectionId) await requireRoom(tx, place);
    const now = clock.now();
    const values = {
      name: given.name,
      userId: place.userId,
      serviceAccountId: "serviceAccountId" in principal ? principal.serviceAccountId : null,
      poolId,
      repoOwner: repository?.owner ?? null,
      repoName: repository?.name ?? null,
      repoUrl: repository?.url ?? null,
      workspaceRootPath: given.workspaceRootPath,
      labels: given.labels,
      models: given.models,
      onlyAgentId: place.onlyAgentId,
      incarnation: given.incarnation,
      connectionId,
      connectedAt: now,
      lastSeenAt: now,
      disconnectedAt: null,
    };
    await tx
      .insert(workers)
      .values({ teamId, id: given.workerId, ...values })
      .onConflictDoUpdate({ target: [workers.teamId, workers.id], set: values });
  });
  await settleClaims(context, claimsOf(teamId, given.workerId));
  const { workerId, name, models } = given;
  return { connectionId, workerId, name, models, ...place };
}
