import { and, eq, sql } from "drizzle-orm";
import { getAgentOwner } from "@/lib/contract/admin/users/get-agent-owner";
import { findAccount } from "../account/account";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import { serviceAccounts, users } from "../core/store/tables/users";
import { formatDisplayName } from "../hosting/actors/actor";

export const getAgentOwnerOperation = implement(getAgentOwner, async ({ params: { agentId, teamId } }, context) => {
  const account = await findAccount(context, teamId);
  const [row] = await context.db
    .select({ user: users, accountName: serviceAccounts.name })
    .from(agents)
    .leftJoin(users, eq(users.id, agents.userId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, agents.serviceAccountId))
    .where(and(eq(sql`lower(${agents.id})`, agentId.toLowerCase()), eq(agents.teamId, account.teamId)));
  if (!row) throw apiError.agents(404, "agent_not_found", `Agent ${agentId} not found`);
  const { user, accountName } = row;
  if (user) return { name: formatDisplayName(user) ?? user.email, email: user.email };
  return { name: accountName ?? "" };
});
