import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { outOfScope, repositoryScope } from "../pools/repository-scope";
import type { ServiceAccount } from "../pools/service-account";
import type { RequestRow } from "../queue/request-state";

/**
 * How the row is taken. `claimable`: locked if it may be claimed, else as if it were not there; whoever waited in vain for
 * it then holds no lock, so others who wait need not wait for them.
 */
type Lock = "none" | "locked" | "claimable";

/** It waits unclaimed, or its claim was released. */
const mayBeClaimed = and(
  isNull(pendingRequests.workerId),
  or(eq(pendingRequests.state, "unclaimed"), pendingRequests.released),
);

/** The pool request of one of the team's agents; `undefined` when there is none. Throws 403 outside a key's scope. */
export async function findRequest(
  tx: Pick<Transaction, "select">,
  principal: ServiceAccount,
  id: string,
  lock: Lock,
): Promise<RequestRow | undefined> {
  const query = tx
    .select()
    .from(pendingRequests)
    .where(
      and(
        eq(pendingRequests.agentId, id.toLowerCase()),
        eq(pendingRequests.teamId, principal.teamId),
        isNotNull(pendingRequests.poolId),
        lock === "claimable" ? mayBeClaimed : undefined,
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
