import { listAgentRows } from "@/lib/contract/dashboard/list-agent-rows";
import type { ResponseOf } from "@/lib/contract/operation";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { agentRows, indexProgress, lastChange } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { readCursor, writeCursor } from "./cursor";

/** A page of the index; for the operation, and for pages that are rendered with their first rows. */
export async function readAgentRows(
  query: { limit: number; cursor?: string | undefined },
  me: string,
): Promise<ResponseOf<typeof listAgentRows>> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const store = await dashboardStore();
  const source = indexSource(dashboardSettings());
  await notifyIndex(store, { viewing: true });
  const change = await lastChange(store, source);
  const rows = await agentRows(store, { source, after, limit: query.limit + 1, me });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page,
    ...(rows.length > query.limit && last ? { nextCursor: writeCursor(last) } : {}),
    change,
    progress: await indexProgress(store, source),
  };
}

export const listAgentRowsOperation = implementOperation(listAgentRows, ({ query, person }) =>
  readAgentRows(query, person.id),
);
