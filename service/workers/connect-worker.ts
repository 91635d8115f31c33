import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { keyHash } from "../core/api-key";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { actingUser, type Principal, workerCredentialPrefix } from "../core/principal";
import { workerCredentials, workers } from "../core/store/tables/pools";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { findRepository } from "../hosting/access/repository-access";
import { putPool } from "../pools/put-pool";
import { requireInScope } from "../pools/repository-scope";
import { claimsHeldBy, reconcileClaims } from "../queue/reconcile-claims";
import type { RegisteredWorker, WorkerRegistration } from "./registration";

type Repository = NonNullable<WorkerRegistration["repository"]>;

async function servedRepository(
  context: Context,
  { repository }: WorkerRegistration,
): Promise<(Repository & { id: string }) | undefined> {
  const found = repository && (await findRepository(context, repository.owner, repository.name));
  return found && { owner: found.ownerSlug, name: found.name, url: repository.url, id: found.id };
}

type WorkerPrincipal = Extract<Principal, { kind: "worker" }>;

/** Throws if the worker isn't in the pool of its registration token, or presents the credential of another worker. */
function requireRegistration(principal: WorkerPrincipal, { workerId, pool }: WorkerRegistration): void {
  if (principal.workerId !== undefined && principal.workerId !== workerId) {
    throw apiError.agents(403, "role_forbidden", `The credential is only valid for worker ${principal.workerId}`);
  }
  if (pool !== principal.pool) throw apiError.field("pool", `the registration token is for pool ${principal.pool}`);
}

/** The team and user of a credential that starts workers; `userId` is null for a service account. Throws 403 for others. */
function ownerOf(principal: Principal): { teamId: number; userId: number | null } {
  const user = actingUser(principal);
  if (user) return user;
  if (principal.kind === "serviceAccount") return { teamId: principal.teamId, userId: null };
  if (principal.kind === "worker") {
    return { teamId: principal.teamId, userId: "userId" in principal.owner ? principal.owner.userId : null };
  }
  throw apiError.agents(403, "role_forbidden", `A ${principal.kind} credential can't start workers`);
}

function serviceAccountOf(principal: Principal): string | null {
  const owner = principal.kind === "worker" ? principal.owner : principal;
  return "serviceAccountId" in owner ? owner.serviceAccountId : null;
}

/** Resolves a worker's owner and pool: a team or user pool, or none for a personal machine. */
async function resolveWorkerOwner(
  context: Context,
  principal: Principal,
  registration: WorkerRegistration,
  repository: Repository | undefined,
): Promise<Pick<RegisteredWorker, "teamId" | "poolId" | "userId" | "onlyAgentId">> {
  if (principal.kind === "session") {
    if (registration.workerId !== principal.workerId) {
      throw apiError.agents(403, "role_forbidden", `The session token is only valid for worker ${principal.workerId}`);
    }
    const [claimed] = await context.db
      .select({ poolId: pendingRequests.poolId, poolName: pendingRequests.poolName })
      .from(pendingRequests)
      .where(eq(pendingRequests.agentId, principal.agentId));
    if (!claimed?.poolId) throw apiError.agents(403, "role_forbidden", "The session token's claim no longer exists");
    if (registration.pool !== undefined && registration.pool !== claimed.poolName) {
      throw apiError.field("pool", `the session token is for pool ${claimed.poolName}`);
    }
    return { teamId: principal.teamId, poolId: claimed.poolId, userId: null, onlyAgentId: principal.agentId };
  }
  if (principal.kind === "worker") requireRegistration(principal, registration);
  const { teamId, userId } = ownerOf(principal);
  if (userId !== null) {
    if (registration.pool === undefined) return { teamId, poolId: null, userId, onlyAgentId: null };
    const pool = await putPool(context, {
      teamId,
      scope: "user",
      ownerId: userId,
      name: registration.pool,
      repository,
    });
    return { teamId, poolId: pool.id, userId, onlyAgentId: null };
  }
  if (registration.pool === undefined) {
    throw apiError.field("pool", "is required with a service-account key; a personal machine requires a user's key");
  }
  if (principal.kind === "serviceAccount") await requireInScope(context, principal, repository);
  const pool = await putPool(context, { teamId, scope: "team", ownerId: teamId, name: registration.pool, repository });
  return { teamId, poolId: pool.id, userId: null, onlyAgentId: null };
}

/** Maximum connected workers of a user, and of a team's service accounts. */
const maxWorkers = { user: 200, team: 1_000 };

/** Protects against runaway controllers. Throws 429 `worker_limit`. */
async function enforceWorkerLimit(tx: Transaction, { teamId, userId }: Pick<RegisteredWorker, "teamId" | "userId">) {
  const sameOwner = userId === null ? isNull(workers.userId) : eq(workers.userId, userId);
  const connected = await tx.$count(
    workers,
    and(eq(workers.teamId, teamId), sameOwner, isNotNull(workers.connectionId)),
  );
  const limit = userId === null ? maxWorkers.team : maxWorkers.user;
  if (connected >= limit)
    throw apiError.agents(429, "worker_limit", `Private worker limit exceeded: ${limit} workers are connected`);
}

/**
 * Registers a worker and its pool on a new connection, and hands it the claims waiting for its id. With a registration token,
 * the result has the credential that replaces it. Throws 400 or 403 for an
 * unsuitable credential, 409 `replaced` when another process or another owner's worker has the id, and 429 when too many
 * workers are connected.
 */
export async function connectWorker(
  context: Context,
  principal: Principal,
  registration: WorkerRegistration,
): Promise<RegisteredWorker> {
  const repository = await servedRepository(context, registration);
  const owner = await resolveWorkerOwner(context, principal, registration, repository);
  const { db, clock, ids } = context;
  const connectionId = ids.uuid();
  const { teamId, poolId } = owner;
  const serviceAccountId = serviceAccountOf(principal);
  const registrationKeyId = principal.kind === "worker" ? principal.keyId : null;
  const isRegistering = principal.kind === "worker" && principal.workerId === undefined;
  const credential = isRegistering ? ids.secret(workerCredentialPrefix) : undefined;
  await db.transaction(async (tx) => {
    const is = and(eq(workers.teamId, teamId), eq(workers.id, registration.workerId));
    const [known] = await tx.select().from(workers).where(is).for("update");
    const isSameOwner = known?.userId === owner.userId && known.serviceAccountId === serviceAccountId;
    const isOwn = isSameOwner && (registrationKeyId === null || known.registrationKeyId === registrationKeyId);
    // Otherwise, another member could take over an offline worker's claims. A session token names its worker.
    if (known && !isOwn && principal.kind !== "session") {
      const belongsTo = isSameOwner ? "is registered with another key" : "belongs to another user or service account";
      const message = `Worker ${registration.workerId} ${belongsTo}. Use another id`;
      throw apiError.agents(409, "replaced", message);
    }
    if (known?.connectionId) {
      const mustBeSame = registration.resumed || isRegistering;
      if (known.poolId !== poolId || (mustBeSame && known.incarnation !== registration.incarnation)) {
        throw apiError.agents(
          409,
          "replaced",
          `Worker ${registration.workerId} is already connected from another process`,
        );
      }
    }
    if (!known?.connectionId) await enforceWorkerLimit(tx, owner);
    const now = clock.now();
    const values = {
      name: registration.name,
      userId: owner.userId,
      serviceAccountId,
      registrationKeyId,
      poolId,
      repoOwner: repository?.owner ?? null,
      repoName: repository?.name ?? null,
      repoUrl: repository?.url ?? null,
      workspaceRootPath: registration.workspaceRootPath,
      labels: registration.labels,
      models: registration.models,
      onlyAgentId: owner.onlyAgentId,
      incarnation: registration.incarnation,
      connectionId,
      connectedAt: now,
      lastSeenAt: now,
      disconnectedAt: null,
    };
    await tx
      .insert(workers)
      .values({ teamId, id: registration.workerId, ...values })
      .onConflictDoUpdate({ target: [workers.teamId, workers.id], set: values });
    if (credential !== undefined && registrationKeyId !== null) {
      const stored = { hash: keyHash(credential), keyId: registrationKeyId, createdAt: now };
      await tx
        .insert(workerCredentials)
        .values({ teamId, workerId: registration.workerId, ...stored })
        .onConflictDoUpdate({ target: [workerCredentials.teamId, workerCredentials.workerId], set: stored });
    }
  });
  await reconcileClaims(context, claimsHeldBy(teamId, registration.workerId));
  const { workerId, name, models } = registration;
  return { connectionId, workerId, name, models, ...owner, ...(credential === undefined ? {} : { credential }) };
}
