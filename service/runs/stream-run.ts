import { and, asc, eq, gt } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import { streamRun } from "@/lib/contract/agents/stream-run";
import { eventStream, formatFrame } from "../http/event-stream";
import { implement } from "../http/implement";
import { refuse } from "../http/refusal";
import type { Service } from "../service";
import { runEvents, runs } from "../store/tables/agents";
import { findRun } from "./find-run";

const heartbeatMs = 15_000;
const batch = 2_000;
const columns = {
  sequence: runEvents.sequence,
  eventId: runEvents.eventId,
  event: runEvents.event,
  data: runEvents.data,
};
const heartbeat = formatFrame({ event: "heartbeat", data: "{}" });

/** `X-Svc-Stream-Retention-Seconds` with the service's own name. */
export function retentionHeader(serviceName: string): string {
  return `X-${serviceName.charAt(0).toUpperCase()}${serviceName.slice(1)}-Stream-Retention-Seconds`;
}

/** Resolves true when woken, false when `ms` passed. */
function waiter(service: Service, runId: string, signal: AbortSignal) {
  let woken = false;
  let wake = () => {
    woken = true;
  };
  const off = service.notifications.on("run", runId, () => wake());
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  return {
    wait: (ms: number) =>
      new Promise<boolean>((resolve) => {
        if (woken || signal.aborted) {
          woken = false;
          resolve(true);
          return;
        }
        const stop = service.clock.after(ms, () => settle(false));
        const settle = (result: boolean) => {
          stop();
          wake = () => {
            woken = true;
          };
          resolve(result);
        };
        wake = () => settle(true);
      }),
    close() {
      off();
      signal.removeEventListener("abort", onAbort);
    },
  };
}

async function* follow(service: Service, runId: string, after: number, signal: AbortSignal): AsyncGenerator<string> {
  const { db } = service;
  const waiting = waiter(service, runId, signal);
  let sequence = after;
  let sentStatus: string | undefined;
  try {
    while (!signal.aborted) {
      // The status is read before the events: a terminal status then means that no event is still to come.
      const [run] = await db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId));
      if (!run) {
        yield formatFrame({ event: "error", data: '{"code":"not_found","message":"The run was deleted"}' });
        return;
      }
      if (run.status !== sentStatus && (sentStatus === undefined || !isTerminal(run.status))) {
        yield formatFrame({ event: "status", data: JSON.stringify({ runId, status: run.status }) });
        sentStatus = run.status;
      }
      for (;;) {
        const rows = await db
          .select(columns)
          .from(runEvents)
          .where(and(eq(runEvents.runId, runId), gt(runEvents.sequence, sequence)))
          .orderBy(asc(runEvents.sequence))
          .limit(batch);
        if (rows.length === 0) break;
        sequence = rows.at(-1)?.sequence ?? sequence;
        yield rows.map(({ eventId, event, data }) => formatFrame({ id: eventId, event, data })).join("");
        if (rows.at(-1)?.event === "done") return;
        if (rows.length < batch) break;
      }
      if (isTerminal(run.status)) return;
      if (!(await waiting.wait(heartbeatMs)) && !signal.aborted) yield heartbeat;
    }
  } catch (error) {
    service.log.warn({ err: error, runId }, "a run stream broke off");
    const data = { code: "stream_unavailable", message: "Run stream is no longer available" };
    yield formatFrame({ event: "error", data: JSON.stringify(data) });
  } finally {
    waiting.close();
  }
}

/**
 * Streams one run (specification, section 6): an id-less `status` first, then every stored event behind the resume id,
 * then live, `result` and `done` last. Stored before sent, so any number of reconnects loses and repeats nothing.
 */
export const streamRunOperation = implement(streamRun, async ({ params, principal, request, signal }, service) => {
  const { run } = await findRun(service, principal, params.id, params.runId);
  const retention = service.settings.streamRetentionSeconds;
  if (run.endedAt !== null && service.clock.now() - run.endedAt > retention * 1000) {
    throw refuse.agents(410, "stream_expired", "The run's events are past retention; read the run instead");
  }
  const lastEventId = request.headers.get("last-event-id");
  let after = 0;
  if (lastEventId) {
    const [row] = await service.db
      .select({ sequence: runEvents.sequence })
      .from(runEvents)
      .where(and(eq(runEvents.runId, run.id), eq(runEvents.eventId, lastEventId)));
    if (!row) {
      const message = "Last-Event-ID must refer to an event within the requested run";
      throw refuse.agents(400, "invalid_last_event_id", message, "Last-Event-ID");
    }
    after = row.sequence;
  }
  return eventStream(follow(service, run.id, after, signal), {
    [retentionHeader(service.settings.serviceName)]: String(retention),
  });
});
