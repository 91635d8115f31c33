import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { batchByTurn } from "@/lib/core/concurrency/batch-by-turn";
import type { Context } from "../core/context";
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

function selectRequests(db: Pick<Transaction, "select">, folded: readonly string[]) {
  const named = db
    .select({ id: agents.id })
    .from(agents)
    .where(inArray(sql`lower(${agents.id})`, [...folded]));
  const isNamed = and(inArray(pendingRequests.agentId, named), isNotNull(pendingRequests.poolId));
  return (condition?: SQL) => db.select().from(pendingRequests).where(and(isNamed, condition)).$dynamic();
}

/** Throws 403 if the request's repositories are outside the key's repository scope. */
function requireScope(principal: ServiceAccount, id: string, row: RequestRow): void {
  const scope = repositoryScope(principal);
  const inScope = !scope || (row.repositoryIds.length > 0 && row.repositoryIds.every((each) => scope.has(each)));
  if (!inScope) throw outOfScope(`a repository of ${id}`);
}

const lookups = new WeakMap<Context["db"], (folded: string) => Promise<RequestRow | undefined>>();

/**
 * Returns the pool request of one of the team's agents, or undefined. Throws 403 outside the key's repository scope. Batched,
 * because many controllers look up the same request when it appears.
 */
export async function findRequest(
  db: Context["db"],
  principal: ServiceAccount,
  id: string,
): Promise<RequestRow | undefined> {
  const lookup =
    lookups.get(db) ??
    batchByTurn(async (ids) => {
      const rows = await selectRequests(db, [...ids])();
      return new Map(rows.map((row) => [fold(row.agentId), row]));
    });
  lookups.set(db, lookup);
  const row = await lookup(fold(id));
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
  const select = selectRequests(tx, [fold(id)]);
  const [row] = await select(
    and(eq(pendingRequests.teamId, principal.teamId), lock === "claimable" ? isClaimable : undefined),
  ).for("update");
  if (row) requireScope(principal, id, row);
  return row;
}
