import { and, eq, isNull } from "drizzle-orm";
import { deregisterPool } from "@/lib/contract/pools/deregister-pool";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { pools } from "../core/store/tables/pools";
import { users } from "../core/store/tables/users";
import { matchesPool } from "./pool-key";
import { poolOwner } from "./pool-owner";
import { requireInScope } from "./repository-scope";
import { requireServiceAccount, type ServiceAccount } from "./service-account";

/** Throws 403 unless the service account acts for a team admin. */
async function requireTeamAdmin({ db }: Context, ownerId: number | undefined): Promise<void> {
  const [user] = await db
    .select({ isTeamAdmin: users.isTeamAdmin })
    .from(users)
    .where(eq(users.id, ownerId ?? 0));
  if (!user?.isTeamAdmin) throw apiError.agents(403, "role_forbidden", "Only team admins can deregister team pools");
}

async function rejectForeignPool({ db }: Context, account: ServiceAccount, name: string): Promise<void> {
  const others = await db.$count(
    pools,
    and(eq(pools.teamId, account.teamId), eq(pools.scope, "user"), eq(pools.name, name), isNull(pools.deregisteredAt)),
  );
  if (others > 0) throw apiError.agents(403, "role_forbidden", "Only its owner can deregister a user pool");
}

/** Hides a pool from lists and pickers. Its workers and pending requests are unaffected; a worker that connects registers it again. */
export const deregisterPoolOperation = implement(deregisterPool, async ({ query, principal }, context) => {
  const account = requireServiceAccount(principal);
  const { scope, pool_name: name, repo_owner: owner, repo_name: repo } = query;
  const repository = owner === undefined || repo === undefined ? undefined : { owner, name: repo };
  await requireInScope(context, account, repository);
  const userId = await poolOwner(context, account);
  if (scope === "team") await requireTeamAdmin(context, userId);
  const ownerId = scope === "team" ? account.teamId : (userId ?? 0);
  const deregistered = await context.db
    .update(pools)
    .set({ deregisteredAt: context.clock.now() })
    .where(
      and(
        eq(pools.teamId, account.teamId),
        matchesPool({ scope, ownerId, name, repository }),
        isNull(pools.deregisteredAt),
      ),
    )
    .returning({ id: pools.id });
  if (deregistered.length === 0 && scope === "user") await rejectForeignPool(context, account, name);
  return { deregistered: deregistered.length > 0 };
});
