import { and, asc, eq, gt, lte } from "drizzle-orm";
import { watchPendingRequests } from "@/lib/contract/pools/watch-pending-requests";
import type { Context } from "../core/context";
import { ApiError, apiError } from "../core/http/api-error";
import { eventStream } from "../core/http/event-stream";
import { implement } from "../core/http/implement";
import { queueEvents, queueHeads } from "../core/store/tables/queue";
import { createWakeUps } from "../core/store/wake-ups";
import { requireServiceAccount } from "../pools/service-account";
import type { QueueCursor, WithQueueCursors } from "./queue-cursors";
import { filterKey, type QueueFilter, readFilter, selected } from "./queue-filter";
import { acquireWatchSlot, releaseWatchSlot, renewWatchSlot } from "./watch-limit";

export const queueHeartbeatMs = 20_000;
const batch = 500;

/** Formats a frame for the pool API: `event`, `id`, `data`. */
const frame = (event: string, id: string, data: unknown) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

const cursorExpired = () =>
  apiError.agents(410, "cursor_expired", "Cursor expired: list again and watch from the new streamCursor");

async function headOf({ db }: Pick<Context, "db">, teamId: number): Promise<number> {
  const [head] = await db.select().from(queueHeads).where(eq(queueHeads.teamId, teamId));
  return head?.sequence ?? 0;
}

/** Returns whether all events after the cursor are still stored. Checking the next one is enough, as there are no gaps. */
async function retained(
  { db }: Pick<Context, "db">,
  { teamId, sequence }: QueueCursor,
  head: number,
): Promise<boolean> {
  if (sequence >= head) return sequence === head;
  const [next] = await db
    .select({ sequence: queueEvents.sequence })
    .from(queueEvents)
    .where(and(eq(queueEvents.teamId, teamId), eq(queueEvents.sequence, sequence + 1)));
  return next !== undefined;
}

async function* follow(
  context: Context & WithQueueCursors,
  from: QueueCursor,
  filter: QueueFilter,
  watchId: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { db, clock, queueCursors } = context;
  const wakeUps = createWakeUps(clock, signal, (wake) => context.notifications.on("queue", String(from.teamId), wake));
  let cursor = from;
  const at = (sequence: number) => queueCursors.write({ ...cursor, sequence });
  try {
    yield ": connected\n\n";
    let idleSince = clock.now();
    let renewedAt = clock.now();
    while (!signal.aborted && queueCursors.timeLeft(cursor) > 0) {
      if (clock.now() - renewedAt >= queueHeartbeatMs) {
        await renewWatchSlot(context, watchId);
        renewedAt = clock.now();
      }
      // Taken before the events are read, so that a heartbeat's position has everything that happened until it was due.
      const isIdle = clock.now() - idleSince >= queueHeartbeatMs;
      const head = await headOf(context, cursor.teamId);
      const rows = await db
        .select()
        .from(queueEvents)
        .where(
          and(
            eq(queueEvents.teamId, cursor.teamId),
            gt(queueEvents.sequence, cursor.sequence),
            lte(queueEvents.sequence, head),
            selected(queueEvents, filter),
          ),
        )
        .orderBy(asc(queueEvents.sequence))
        .limit(batch);
      const complete = rows.length < batch;
      // Also skip events that don't match the filters, unless a full batch may be followed by more that do.
      cursor = { ...cursor, sequence: complete ? Math.max(head, cursor.sequence) : (rows.at(-1)?.sequence ?? head) };
      if (rows.length > 0) {
        const now = clock.now();
        yield rows
          .map(({ event, sequence, data, deadlineAt }) =>
            frame(
              event,
              at(sequence),
              deadlineAt === null ? data : { ...data, wakeTimeoutMs: Math.max(0, deadlineAt - now) },
            ),
          )
          .join("");
        idleSince = clock.now();
      } else if (isIdle) {
        yield frame("heartbeat", at(cursor.sequence), {});
        idleSince = clock.now();
      }
      if (!complete) continue;
      const untilHeartbeat = idleSince + queueHeartbeatMs - clock.now();
      await wakeUps.wait(Math.min(Math.max(untilHeartbeat, 0), queueCursors.timeLeft(cursor)));
    }
  } catch (error) {
    // The client reconnects with its last event id, or lists again.
    context.log.warn({ err: error }, "pending-request watch failed");
  } finally {
    wakeUps.close();
    await releaseWatchSlot(context, watchId).catch((error) =>
      context.log.warn({ err: error }, "couldn't release a watch slot"),
    );
  }
}

/**
 * Streams changes of pending requests (specification, section 6): stored events after the cursor, then live events from any
 * service on the database. Ends when the cursor expires after five minutes.
 */
export const watchPendingRequestsOperation = implement(
  watchPendingRequests,
  async ({ query, principal, request, signal }, context: Context & WithQueueCursors) => {
    const account = requireServiceAccount(principal);
    const position = request.headers.get("last-event-id") || query.cursor;
    if (position === undefined)
      throw apiError.field("cursor", "is required: use a list's streamCursor or the last event's id");
    const filter = await readFilter(context, account, query);
    const cursor = context.queueCursors.read(position);
    if (!cursor || cursor.teamId !== account.teamId) throw cursorExpired();
    if (cursor.filter !== filterKey(filter)) {
      throw apiError.field("cursor", "was issued for a different repository or pool filter");
    }
    const kept = await retained(context, cursor, await headOf(context, cursor.teamId));
    if (!kept || context.queueCursors.timeLeft(cursor) === 0) throw cursorExpired();
    const watchId = await acquireWatchSlot(context, account.serviceAccountId);
    if (watchId === undefined) {
      const message = "A service account can have at most four open watches";
      throw new ApiError(429, "too_many_watches", message, undefined, { "retry-after": "20" });
    }
    return eventStream(follow(context, cursor, filter, watchId, signal), {});
  },
);
