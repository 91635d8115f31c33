import { and, eq } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import { retentionHeader, streamRun } from "@/lib/contract/agents/stream-run";
import { canSeeAgent } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { eventStream, formatFrame } from "../core/http/event-stream";
import { implement } from "../core/http/implement";
import { runEvents } from "../core/store/tables/agents";
import { findRun } from "./find-run";
import type { Reading } from "./published-events";
import type { WithRunFeeds } from "./run-feeds";

export const runHeartbeatMs = 15_000;
const heartbeat = formatFrame({ event: "heartbeat", data: "{}" });

async function* follow(
  context: Context & WithRunFeeds,
  runId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const feed = context.runFeeds.join(runId, signal);
  let last = after;
  let sentStatus: string | undefined;
  let ahead: Promise<Reading | undefined> | undefined;
  try {
    while (!signal.aborted) {
      const reading = await (ahead ?? feed.read(last));
      ahead = undefined;
      if (!reading) {
        yield formatFrame({ event: "error", data: '{"code":"not_found","message":"The run was deleted"}' });
        return;
      }
      const { status, text, done, more } = reading;
      // Published events have the status they were stored with, which may be older than one that was read.
      const isNews = sentStatus === undefined || status === "RUNNING";
      if (status !== sentStatus && isNews) {
        yield formatFrame({ event: "status", data: JSON.stringify({ runId, status }) });
        sentStatus = status;
      }
      last = reading.last;
      if (more && !done) {
        // Read the next events while these are sent.
        ahead = feed.read(last);
        ahead.catch(() => undefined);
      }
      if (text !== "") yield text;
      if (done) return;
      if (more) continue;
      if (isTerminal(status)) return;
      if (!(await feed.wait(runHeartbeatMs)) && !signal.aborted) yield heartbeat;
    }
  } catch (error) {
    context.log.warn({ err: error, runId }, "run stream failed");
    const data = { code: "stream_unavailable", message: "Run stream is no longer available" };
    yield formatFrame({ event: "error", data: JSON.stringify(data) });
  } finally {
    feed.close();
  }
}

/**
 * Streams a run (specification, section 6): a `status` event without id, all stored events after the resume id, live events,
 * and finally `result` and `done`. Events are stored before they are sent, so reconnecting never loses or repeats any.
 */
export const streamRunOperation = implement(
  streamRun,
  async ({ params, principal, request, signal }, context: Context & WithRunFeeds) => {
    const { run } = await findRun(context, principal, params.id, params.runId);
    const retention = context.settings.streamRetentionSeconds;
    if (run.endedAt !== null && context.clock.now() - run.endedAt > retention * 1000) {
      throw apiError.agents(410, "stream_expired", "The run's events have expired; fetch the run instead");
    }
    const lastEventId = request.headers.get("last-event-id");
    let after = 0;
    if (lastEventId) {
      const [row] = await context.db
        .select({ sequence: runEvents.sequence })
        .from(runEvents)
        .where(and(eq(runEvents.runId, run.id), eq(runEvents.eventId, lastEventId)));
      if (!row) {
        const message = "Last-Event-ID must refer to an event within the requested run";
        throw apiError.agents(400, "invalid_last_event_id", message, "Last-Event-ID");
      }
      after = row.sequence;
    }
    return eventStream(follow(context, run.id, after, signal), {
      [retentionHeader(context.settings.serviceName)]: String(retention),
    });
  },
  ({ params, principal }, context) => canSeeAgent(context, principal, params.id),
);
