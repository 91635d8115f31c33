import { Counter, Gauge, Registry } from "prom-client";
import type { Clock } from "@/lib/core/clock";

/** A worker's Prometheus metrics. */
export interface WorkerMetrics {
  registry: Registry;
  connected(is: boolean): void;
  attempted(isRetry: boolean): void;
  sessionActive(count: number): void;
  sessionEnded(reason: SessionEnd): void;
}

const sessionEnds = [
  "stream_end",
  "stream_error",
  "session_closed",
  "session_error",
  "connection_timeout",
  "session_aborted",
] as const;

export type SessionEnd = (typeof sessionEnds)[number];

export function createWorkerMetrics(serviceName: string, clock: Clock): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  const name = (rest: string) => `${serviceName}_self_hosted_worker_${rest}`;
  const connected = new Gauge({ name: name("connected"), help: "1 while the worker is connected", registers });
  const active = new Gauge({ name: name("session_active"), help: "Active sessions", registers });
  const activity = new Gauge({
    name: name("last_activity_unix_seconds"),
    help: "Time a session last started or ended",
    registers,
  });
  const attempts = new Counter({ name: name("connect_attempts_total"), help: "Connection attempts", registers });
  const retries = new Counter({
    name: name("connect_retry_total"),
    help: "Connection attempts after the first",
    registers,
  });
  const ends = new Counter({
    name: name("session_ends_total"),
    help: "Ended sessions, by reason",
    labelNames: ["reason"],
    registers,
  });
  for (const reason of sessionEnds) ends.inc({ reason }, 0);
  const touch = () => activity.set(Math.floor(clock.now() / 1000));
  touch();
  return {
    registry,
    connected: (is) => connected.set(is ? 1 : 0),
    attempted(isRetry) {
      attempts.inc();
      if (isRetry) retries.inc();
    },
    sessionActive(count) {
      active.set(count);
      touch();
    },
    sessionEnded(reason) {
      ends.inc({ reason });
      touch();
    },
  };
}
