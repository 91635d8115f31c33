import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
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
type Lock = "none" | "locked" | "claimable";

/** Without a live claim: unclaimed, its claim was released, or it lapsed and another worker adopted the agent. */
const isClaimable = or(
  and(isNull(pendingRequests.workerId), or(eq(pendingRequests.state, "unclaimed"), pendingRequests.released)),
  pendingRequests.adopted,
);

/** Returns the pool request of one of the team's agents, or undefined. Throws 403 outside the key's repository scope. */
export async function findRequest(
  tx: Pick<Transaction, "select">,
  principal: ServiceAccount,
  id: string,
  lock: Lock,
): Promise<RequestRow | undefined> {
  const named = tx
    .select({ id: agents.id })
    .from(agents)
    .where(eq(sql`lower(${agents.id})`, id.toLowerCase()));
  const query = tx
    .select()
    .from(pendingRequests)
    .where(
      and(
        inArray(pendingRequests.agentId, named),
        eq(pendingRequests.teamId, principal.teamId),
        isNotNull(pendingRequests.poolId),
        lock === "claimable" ? isClaimable : undefined,
      ),
    )
    .$dynamic();
  const [row] = await (lock === "none" ? query : query.for("update"));
  const scope = repositoryScope(principal);
  const inScope =
    !row || !scope || (row.repositoryIds.length > 0 && row.repositoryIds.every((each) => scope.has(each)));
  if (!inScope) throw outOfScope(`a repository of ${id}`);
  return row;
}
