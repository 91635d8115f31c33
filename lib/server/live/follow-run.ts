import { z } from "zod";
import { getRun } from "@/lib/contract/agents/get-run";
import { isTerminal, type Run } from "@/lib/contract/agents/run";
import { sleep } from "@/lib/core/sleep";
import type { RunEvent, SubjectState } from "@/lib/model/live/protocol";
import type { RunSubject } from "@/lib/model/live/subscription";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { MaskedEvents } from "./masked-events";
import { openRunStream, type StreamFailure } from "./open-run-stream";
import { readEvents } from "./read-events";
import { Skip } from "./skip";
import { StreamResumePoint } from "./stream-resume-point";
import { Watchdog } from "./watchdog";

export interface FollowOptions {
  service: Service;
  subject: RunSubject;
  /** Continue after this event, or start from the beginning. The stream is always read from the beginning: see {@link Skip}. */
  after?: string | undefined;
  random: () => number;
  signal: AbortSignal;
  /** Receives every event once, in order. Reading pauses while the returned promise is pending. */
  onEvent(event: RunEvent): void | Promise<void>;
  onState(state: SubjectState): void;
  /** The service no longer has the position, so events restart from the beginning. */
  onRestart(): void;
}

type Ending = StreamFailure | { kind: "ended" };

const ErrorData = z.looseObject({ code: z.string(), message: z.string().default("") });
const fatal: ReadonlySet<string> = new Set(["unauthorized", "forbidden", "not_found"]);
const maxBackoffMs = 30_000;
const maxRetryAfterMs = 60_000;
const jitter = 0.2;

/** Follows a run's stream to its end, reconnecting as needed, until `signal` is aborted. Secrets are masked. */
export async function followRun(options: FollowOptions): Promise<void> {
  const { signal, service, onState } = options;
  const point = new StreamResumePoint();
  const skip = new Skip(options.after);
  const masked = new MaskedEvents(createMasker(service), service.clock, (event) =>
    skip.passes(event) ? options.onEvent(event) : undefined,
  );
  let failures = 0;
  onState({ state: "connecting" });
  while (!signal.aborted) {
    const { ending, progressed } = await followOnce({ ...options, onEvent: (event) => masked.push(event) }, point);
    if (signal.aborted) return;
    if (ending.kind === "restart") {
      point.restart();
      masked.restart();
      options.onRestart();
      continue;
    }
    if (ending.kind !== "broken") {
      await masked.flush();
      if (ending.kind === "expired") await reportStatus(options);
      if (ending.kind !== "ended" || skip.isOver) return onState(stateOf(ending));
      // The event to continue after was never received, so send everything.
      skip.end();
      point.restart();
      masked.restart();
      continue;
    }
    failures = progressed ? 1 : failures + 1;
    onState({ state: "reconnecting", message: ending.message });
    await sleep(options.service.clock, backoffMs(options, failures, ending.retryAfterMs ?? 0), options.signal);
  }
}

function stateOf(ending: Exclude<Ending, { kind: "broken" | "restart" }>): SubjectState {
  return ending.kind === "ended" ? { state: "ended" } : { state: ending.kind, message: ending.message };
}

async function followOnce(
  options: FollowOptions,
  point: StreamResumePoint,
): Promise<{ ending: Ending; progressed: boolean }> {
  const watchdog = new Watchdog(options.service.clock, options.signal);
  let progressed = false;
  let result = false;
  let streamError: string | undefined;
  const ended = (message: string): Promise<Ending> | Ending => {
    if (result) return { kind: "ended" };
    return streamError === undefined ? { kind: "broken", message } : afterStreamError(options, streamError);
  };
  try {
    const opened = await openRunStream(options.service, options.subject, point.lastEventId, watchdog.signal);
    if ("failure" in opened) return { ending: opened.failure, progressed };
    options.onState({ state: "live" });
    for await (const events of readEvents(opened.body, () => watchdog.feed())) {
      for (const event of events) {
        if (event.event === "heartbeat") continue;
        const isNew = point.accept(event);
        if (event.event === "error") {
          const read = ErrorData.safeParse(JSON.parse(event.data));
          const { code, message } = read.data ?? { code: "unknown", message: "" };
          if (code === "stream_expired") return { ending: { kind: "expired", message }, progressed };
          streamError = message || code;
          if (isNew) await watchdog.rest(options.onEvent(event));
          if (fatal.has(code)) return { ending: { kind: "failed", message: streamError }, progressed };
          continue;
        }
        // After only errors, `done` closes this connection, not the run.
        if (event.event === "done" && !result && streamError !== undefined) {
          return { ending: await afterStreamError(options, streamError), progressed };
        }
        if (isNew) {
          progressed ||= event.id !== undefined;
          const busy = options.onEvent(event);
          if (busy) await watchdog.rest(busy);
        }
        result ||= event.event === "result";
        if (event.event === "done") return { ending: { kind: "ended" }, progressed };
      }
    }
    return { ending: await ended("The service closed the stream."), progressed };
  } catch {
    const silent = "No data from the service for 45 seconds.";
    const message = watchdog.timedOut ? silent : "The connection to the service was lost.";
    return { ending: await ended(message), progressed };
  } finally {
    watchdog.stop();
  }
}

/** The status of a run whose events have expired, read from the run. */
async function reportStatus({ service, subject, signal, onEvent }: FollowOptions): Promise<void> {
  const run = await readRun(service, subject, signal);
  if (!run) return;
  await onEvent({ id: undefined, event: "status", data: JSON.stringify({ runId: run.id, status: run.status }) });
}

function readRun(service: Service, { agentId, runId }: RunSubject, signal: AbortSignal): Promise<Run | undefined> {
  const path = `/v1/agents/${agentId}/runs/${runId}`;
  return callWith(service, getRun, { path, signal }).catch(() => undefined);
}

/** A stream with only errors can belong to a finished run, so the run is checked. */
async function afterStreamError({ service, subject, signal }: FollowOptions, message: string): Promise<Ending> {
  const run = await readRun(service, subject, signal);
  return run && isTerminal(run.status) ? { kind: "ended" } : { kind: "broken", message };
}

/** 1, 2, 4 … 30 s, longer for Retry-After, with jitter so dashboards don't all reconnect at once. */
function backoffMs({ random }: FollowOptions, failures: number, askedMs: number): number {
  const backoff = Math.min(1_000 * 2 ** (failures - 1), maxBackoffMs);
  return Math.max(backoff, Math.min(askedMs, maxRetryAfterMs)) * (1 + random() * jitter);
}
