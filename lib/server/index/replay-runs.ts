import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import { isFinal, type LiveState } from "@/lib/model/live/protocol";
import { countAttempt, type RunName, unrecordedRuns } from "@/lib/server/db/recordings";
import type { Store } from "@/lib/server/db/store";
import { followRun } from "@/lib/server/live/follow-run";
import type { Hub } from "@/lib/server/live/hub";
import type { Recorder } from "@/lib/server/live/recorder";
import type { Service } from "@/lib/server/upstream/client/service";

export interface ReplayParts {
  store: Store;
  service: Service;
  source: string;
  recorder: Recorder;
  /** Runs with viewers are recorded as they are relayed, so they aren't replayed. */
  hub: Pick<Hub, "holds">;
  log: Log;
  signal: AbortSignal;
}

const restMs = 2_000;
/** A recording changed this recently can still be in use by another process. */
const maxSilenceMs = 30_000;
const replayTimeoutMs = 10 * 60_000;
const maxAttempts = 3;
/** Pause between replays, which aren't urgent. */
const betweenMs = 200;

/** Reads every finished run once while the service still has its events, until the signal is aborted. */
export async function replayRuns(parts: ReplayParts): Promise<void> {
  const { service, log, signal } = parts;
  while (!signal.aborted) {
    const replayed = await replayNext(parts).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, "run replay failed");
      return false;
    });
    await sleep(service.clock, replayed ? betweenMs : restMs, signal);
  }
}

async function replayNext(parts: ReplayParts): Promise<boolean> {
  const { store, service, source, hub } = parts;
  const notSince = new Date(service.clock.now() - maxSilenceMs);
  const runs = await unrecordedRuns(store, { source, notSince, limit: 20 });
  const [next] = runs.map(subjectOf).filter((subject) => !hub.holds(subject));
  if (next) await replay(parts, next);
  return next !== undefined;
}

const subjectOf = ({ agentId, runId }: RunName) => ({ name: `run:${agentId}:${runId}`, agentId, runId });

async function replay(
  { store, service, recorder, signal }: ReplayParts,
  subject: ReturnType<typeof subjectOf>,
): Promise<void> {
  const recording = recorder.record(subject);
  const deadline = new AbortController();
  const cancel = service.clock.after(replayTimeoutMs, () => deadline.abort());
  let end: LiveState | undefined;
  try {
    await followRun({
      service,
      subject,
      random: Math.random,
      signal: AbortSignal.any([signal, deadline.signal]),
      onEvent: (event) => recording.add(event),
      onState: ({ state }) => {
        if (isFinal(state)) end = state;
      },
      onRestart: () => undefined,
    });
  } finally {
    cancel();
  }
  if (end) await recording.end(end);
  else if (!signal.aborted) await countAttempt(store, subject, maxAttempts, new Date(service.clock.now()));
}
