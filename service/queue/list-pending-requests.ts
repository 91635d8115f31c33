import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { pendingRequests, queueHeads } from "../core/store/tables/queue";
import type { Reader } from "../core/store/transaction";
import { type PageToken, readPageToken, writePageToken } from "../pools/page-token";
import { requireServiceAccount } from "../pools/service-account";
import type { WithQueueCursors } from "./queue-cursors";
import { filterKey, type QueueFilter, readFilter, selected } from "./queue-filter";
import type { RequestRow } from "./request-state";
import { requestBody } from "./transition-request";

/** What the list shows of a request. */
const columns = {
  agentId: pendingRequests.agentId,
  entry: pendingRequests.entry,
  state: pendingRequests.state,
  queuedAt: pendingRequests.queuedAt,
  workerId: pendingRequests.workerId,
  deadlineAt: pendingRequests.deadlineAt,
};

function entry(row: Pick<RequestRow, keyof typeof columns>, now: number): PendingRequest {
  const body = requestBody(row);
  return row.state === "claimed_offline"
    ? { ...body, wakeTimeoutMs: Math.max(0, (row.deadlineAt ?? now) - now) }
    : body;
}

/** Reads the requests of a team after a position, oldest first. */
function readRequests(
  reader: Reader,
  teamId: number,
  filter: QueueFilter,
  from: Pick<PageToken, "at" | "id"> | undefined,
  limit: number,
) {
  const request = pendingRequests;
  return reader
    .select(columns)
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
    .limit(limit);
}

/**
 * Lists the requests waiting for a worker, oldest first, including those claimed by offline workers. The first page and its
 * `streamCursor` are one snapshot. Later pages repeat the cursor, so the watch covers changes made during pagination, and
 * need no snapshot.
 */
export const listPendingRequestsOperation = implement(
  listPendingRequests,
  async ({ query, principal }, context: Context & WithQueueCursors) => {
    const account = requireServiceAccount(principal);
    const { teamId } = account;
    const filter = await readFilter(context, account, query);
    const key = filterKey(filter);
    const from = readPageToken(`requests ${key}`, query.pageToken);
    const now = context.clock.now();
    const read = (reader: Reader) => readRequests(reader, teamId, filter, from, query.limit + 1);

    async function readFirstPage() {
      return context.db.transaction(
        async (tx) => {
          const [head] = await tx.select().from(queueHeads).where(eq(queueHeads.teamId, teamId));
          const sequence = head?.sequence ?? 0;
          return {
            rows: await read(tx),
            streamCursor: context.queueCursors.write({ teamId, sequence, issuedAt: now, filter: key }),
          };
        },
        { isolationLevel: "repeatable read", accessMode: "read only" },
      );
    }

    const { rows, streamCursor } =
      from?.cursor === undefined ? await readFirstPage() : { rows: await read(context.db), streamCursor: from.cursor };
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    const hasMore = rows.length > page.length && last !== undefined;
    return {
      requests: page.map((row) => entry(row, now)),
      ...(hasMore
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
);
