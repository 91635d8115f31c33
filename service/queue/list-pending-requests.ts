import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { pendingRequests, queueHeads } from "../core/store/tables/queue";
import { readPageToken, writePageToken } from "../pools/page-token";
import type { WithQueueCursors } from "./queue-cursors";
import { filterKey, readFilter, selected } from "./queue-filter";
import type { RequestRow } from "./request-state";
import { requestBody } from "./transition-request";

function entry(row: RequestRow, now: number): PendingRequest {
  const body = requestBody(row);
  return row.state === "claimed_offline"
    ? { ...body, wakeTimeoutMs: Math.max(0, (row.deadlineAt ?? now) - now) }
    : body;
}

/**
 * Lists the requests waiting for a worker, oldest first, including those claimed by offline workers. The first page and its
 * `streamCursor` are one snapshot. Later pages repeat the cursor, so the watch covers changes made during pagination.
 */
export const listPendingRequestsOperation = implement(
  listPendingRequests,
  async ({ query, principal }, context: Context & WithQueueCursors) => {
    if (principal.kind !== "serviceAccount")
      throw apiError.agents(403, "role_forbidden", "Only service accounts can access the queue");
    const { teamId } = principal;
    const filter = await readFilter(context, principal, query);
    const key = filterKey(filter);
    const from = readPageToken(`requests ${key}`, query.pageToken);
    const request = pendingRequests;
    const now = context.clock.now();
    return context.db.transaction(
      async (tx) => {
        const [head] = await tx.select().from(queueHeads).where(eq(queueHeads.teamId, teamId));
        const rows = await tx
          .select()
          .from(request)
          .where(
            and(
              eq(request.teamId, teamId),
              inArray(request.state, ["unclaimed", "claimed_offline"]),
              selected(request, filter),
              from && sql`(${request.queuedAt}, ${request.agentId}) > (${from.at}::bigint, ${from.id}::text)`,
            ),
          )
          .orderBy(asc(request.queuedAt), asc(request.agentId))
          .limit(query.limit + 1);
        const sequence = head?.sequence ?? 0;
        const streamCursor =
          from?.cursor ?? context.queueCursors.write({ teamId, sequence, issuedAt: now, filter: key });
        const page = rows.slice(0, query.limit);
        const last = page.at(-1);
        return {
          requests: page.map((row) => entry(row, now)),
          ...(rows.length > page.length && last
            ? {
                nextPageToken: writePageToken({
                  of: `requests ${key}`,
                  at: last.queuedAt,
                  id: last.agentId,
                  cursor: streamCursor,
                }),
              }
            : {}),
          streamCursor,
        };
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
  },
);
