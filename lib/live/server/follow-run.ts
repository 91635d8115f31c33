import { z } from "zod";
import { getRun } from "@/lib/contract/agents/get-run";
import { isTerminal } from "@/lib/contract/agents/run";
import { callWith, type Service } from "@/lib/upstream/service-call";
import { openRunStream, type Refused } from "./open-run-stream";
import type { RunEvent, Standing } from "./protocol";
import { readEvents } from "./read-events";
import { ResumePoint } from "./resume-point";
import type { Subject } from "./subject";
import { Watchdog } from "./watchdog";

export interface FollowOptions {
  service: Service;
  subject: Subject;
  /** Go on after this event; from the beginning when absent. */
  after?: string | undefined;
  random: () => number;
  signal: AbortSignal;
  /** Hears every event once, in order. While the returned promise is pending nothing more is read. */
  onEvent(event: RunEvent): void | Promise<void>;
  onStanding(standing: Standing): void;
  /** The service forgot our place: events come again from the beginning. */
  onRestart(): void;
}

type Ending = Refused | { kind: "ended" };

const ErrorData = z.looseObject({ code: z.string(), message: z.string().default("") });
const fatal: ReadonlySet<string> = new Set(["unauthorized", "forbidden", "not_found"]);
const longestBackoffMs = 30_000;
const longestAskedPauseMs = 60_000;
const jitter = 0.2;

/** Follows the stream of a run to its end, through every break, until `signal` is aborted. */
export async function followRun(options: FollowOptions): Promise<void> {
  const { signal, onStanding } = options;
  const point = new ResumePoint(options.after);
  let failures = 0;
  onStanding({ state: "connecting" });
  while (!signal.aborted) {
    const { ending, progressed } = await followOnce(options, point);
    if (signal.aborted) return;
    if (ending.kind === "restart") {
      point.restart();
      options.onRestart();
      continue;
    }
    if (ending.kind !== "broken") return onStanding(standingOf(ending));
    failures = progressed ? 1 : failures + 1;
    onStanding({ state: "reconnecting", message: ending.message });
    await pause(options, failures, ending.retryAfterMs ?? 0);
  }
}

function standingOf(ending: Exclude<Ending, { kind: "broken" | "restart" }>): Standing {
  return ending.kind === "ended" ? { state: "ended" } : { state: ending.kind, message: ending.message };
}

async function followOnce(
  options: FollowOptions,
  point: ResumePoint,
): Promise<{ ending: Ending; progressed: boolean }> {
  const watchdog = new Watchdog(options.service.clock, options.signal);
  let progressed = false;
  let result = false;
  let trouble: string | undefined;
  const ended = (message: string): Promise<Ending> | Ending => {
    if (result) return { kind: "ended" };
    return trouble === undefined ? { kind: "broken", message } : afterTrouble(options, trouble);
  };
  try {
    const opened = await openRunStream(options.service, options.subject, point.lastEventId, watchdog.signal);
    if ("refused" in opened) return { ending: opened.refused, progressed };
    options.onStanding({ state: "live" });
    for await (const event of readEvents(opened.body, () => watchdog.feed())) {
      if (event.event === "heartbeat") continue;
      const isNew = point.accept(event);
      if (event.event === "error") {
        const read = ErrorData.safeParse(JSON.parse(event.data));
        const { code, message } = read.data ?? { code: "unknown", message: "" };
        if (code === "stream_expired") return { ending: { kind: "expired", message }, progressed };
        trouble = message || code;
        if (isNew) await watchdog.rest(options.onEvent(event));
        if (fatal.has(code)) return { ending: { kind: "failed", message: trouble }, progressed };
        continue;
      }
      // After trouble alone, `done` closes this connection, not the run.
      if (event.event === "done" && !result && trouble !== undefined) {
        return { ending: await afterTrouble(options, trouble), progressed };
      }
      if (isNew) {
        progressed ||= event.id !== undefined;
        await watchdog.rest(options.onEvent(event));
      }
      result ||= event.event === "result";
      if (event.event === "done") return { ending: { kind: "ended" }, progressed };
    }
    return { ending: await ended("The service closed the stream."), progressed };
  } catch {
    const silent = "Nothing was heard from the service for 45 seconds.";
    const message = watchdog.barked ? silent : "The connection to the service was lost.";
    return { ending: await ended(message), progressed };
  } finally {
    watchdog.stop();
  }
}

/** A stream that only reports trouble may be of a run that is over: the run itself says so. */
async function afterTrouble({ service, subject, signal }: FollowOptions, message: string): Promise<Ending> {
  const path = `/v1/agents/${subject.agentId}/runs/${subject.runId}`;
  const run = await callWith(service, getRun, { path, signal }).catch(() => undefined);
  return run && isTerminal(run.status) ? { kind: "ended" } : { kind: "broken", message };
}

/** Waits 1, 2, 4 … 30 s, longer when the service asks for it; the jitter keeps many dashboards from calling at once. */
function pause({ service, random, signal }: FollowOptions, failures: number, askedMs: number): Promise<void> {
  const backoff = Math.min(1_000 * 2 ** (failures - 1), longestBackoffMs);
  const ms = Math.max(backoff, Math.min(askedMs, longestAskedPauseMs)) * (1 + random() * jitter);
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = service.clock.after(ms, done);
    signal.addEventListener("abort", done, { once: true });
  });
}
