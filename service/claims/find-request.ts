import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { batchedLookup } from "../core/store/batched-lookup";
import { agents } from "../core/store/tables/agents";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { outOfScope, repositoryScope } from "../pools/repository-scope";
import type { ServiceAccount } from "../pools/service-account";
import type { RequestRow } from "../queue/request-state";

/**
 * How the row is locked. `claimable` finds and locks it only if it can be claimed, so that callers that lost the race hold no
 * lock and don't delay the next one.
 */
type Lock = "locked" | "claimable";

/** Without a live claim: unclaimed, its claim was released, or it lapsed and another worker adopted the agent. */
const isClaimable = or(
  and(isNull(pendingRequests.workerId), or(eq(pendingRequests.state, "unclaimed"), pendingRequests.released)),
  pendingRequests.adopted,
);

/** Ids are compared without case. */
const fold = (id: string) => id.toLowerCase();

/** A pool request of the agents whose folded ids are `ids`, which is SQL for an array. */
const isNamed = (db: Pick<Transaction, "select">, ids: SQL) =>
  and(
    inArray(
      pendingRequests.agentId,
      db.select({ id: agents.id }).from(agents).where(sql`lower(${agents.id}) = any(${ids})`),
    ),
    isNotNull(pendingRequests.poolId),
  );

/** Throws 403 if the request's repositories are outside the key's repository scope. */
function requireScope(principal: ServiceAccount, id: string, row: RequestRow): void {
  const scope = repositoryScope(principal);
  const inScope = !scope || (row.repositoryIds.length > 0 && row.repositoryIds.every((each) => scope.has(each)));
  if (!inScope) throw outOfScope(`a repository of ${id}`);
}

/** Batched, because many controllers look up the same request when it appears. */
const findByAgent = batchedLookup<RequestRow>((db) => {
  const query = db
    .select()
    .from(pendingRequests)
    .where(isNamed(db, sql`${sql.placeholder("ids")}`))
    .prepare("find_requests");
  return async (ids) => new Map((await query.execute({ ids })).map((row) => [fold(row.agentId), row]));
});

/** Returns the pool request of one of the team's agents, or undefined. Throws 403 outside the key's repository scope. */
export async function findRequest(
  db: Context["db"],
  principal: ServiceAccount,
  id: string,
): Promise<RequestRow | undefined> {
  const row = await findByAgent(db, fold(id));
  if (row?.teamId !== principal.teamId) return undefined;
  requireScope(principal, id, row);
  return row;
}

/** Like {@link findRequest}, and locks the row. */
export async function lockRequest(
  tx: Transaction,
  principal: ServiceAccount,
  id: string,
  lock: Lock,
): Promise<RequestRow | undefined> {
  const isOfTeam = eq(pendingRequests.teamId, principal.teamId);
  const [row] = await tx
    .select()
    .from(pendingRequests)
    .where(and(isNamed(tx, sql`array[${fold(id)}]`), isOfTeam, lock === "claimable" ? isClaimable : undefined))
    .for("update");
  if (row) requireScope(principal, id, row);
  return row;
}
