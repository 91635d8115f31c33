import { listAgentRows } from "@/lib/contract/dashboard/agents/list-agent-rows";
import type { ResponseOf } from "@/lib/contract/operation";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import type { User } from "@/lib/server/auth/session-reader";
import { agentRows, indexProgress, lastChange } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { accessChange } from "@/lib/server/db/user-access";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { readCursor, writeCursor } from "./cursor";

/** A page of the index; for the operation, and for pages that are rendered with their first rows. */
export async function readAgentRows(
  query: { limit: number; cursor?: string | undefined },
  user: User,
): Promise<ResponseOf<typeof listAgentRows>> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const store = await dashboardStore();
  const scope = await agentScopeOf(user);
  await notifyIndex(store, { viewing: true });
  const change = Math.max(await lastChange(store, scope.source), await accessChange(store, user.id));
  const rows = await agentRows(store, { ...scope, after, limit: query.limit + 1 });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page,
    ...(rows.length > query.limit && last ? { nextCursor: writeCursor(last) } : {}),
    change,
    progress: await indexProgress(store, scope.source),
  };
}

export const listAgentRowsOperation = implementOperation(listAgentRows, ({ query, user }) =>
  readAgentRows(query, user),
);
