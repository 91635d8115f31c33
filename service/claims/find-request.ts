import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import { refuse } from "../core/http/refusal";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import type { Principal, TeamPrincipal } from "../people/principal";
import { outOfScope, repositoryScope } from "../people/repository-scope";
import type { RequestRow } from "../queue/request-state";

export type ServiceAccount = Extract<TeamPrincipal, { kind: "serviceAccount" }>;

/** The pool API is for service accounts alone; the contract lets no one else in. */
export function asServiceAccount(principal: Principal): ServiceAccount {
  if (principal.kind === "serviceAccount") return principal;
  throw refuse.agents(403, "role_forbidden", `A ${principal.kind} credential has no pools`);
}

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
