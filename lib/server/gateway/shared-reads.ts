import type { Clock } from "@/lib/core/clock";
import { sleep } from "@/lib/core/sleep";
import { convertError, deadline, requestTimeoutMs, unreachable } from "@/lib/server/upstream/client/upstream-request";
import type { Forwarded, Outcome } from "./forward";

/** A result that any number of callers can share. */
type CachedResponse =
  | Exclude<Outcome, { response: Response }>
  | { status: number; headers: Headers; bytes: ArrayBuffer };

interface Flight {
  outcome: Promise<CachedResponse>;
  /** Callers waiting for the result. The call is aborted when the last one leaves. */
  readers: number;
  abandoned: AbortController;
  landed: AbortController;
}

/** Longest time a slow call delays later callers. */
const maxWaitMs = 100;

/** Whether the result can be shared: pools are read with the dashboard's key, and agents by one user in many tabs. */
function isShared({ operation }: Forwarded): boolean {
  const { family, method, stream, audited } = operation;
  return method === "GET" && !stream && !audited && (family === "agents" || family === "pools");
}

/**
 * Makes calls with `send`. Identical reads that arrive while one is in flight share the
 * next call, never one that started earlier, because it could miss a write the caller has seen.
 */
export function createSharedReads(
  clock: Clock,
  send: (call: Forwarded) => Promise<Outcome>,
): (call: Forwarded) => Promise<Outcome> {
  const flights = new Map<string, { running: Flight; next?: Flight }>();

  function start(call: Forwarded, after?: Promise<void>): Flight {
    const [abandoned, landed] = [new AbortController(), new AbortController()];
    const fly = async (): Promise<CachedResponse> => {
      await after;
      const { signal } = abandoned;
      if (signal.aborted) return unread;
      return keep(await send({ ...call, signal }), clock, call.requestId, () => abandoned.abort());
    };
    const outcome = fly().finally(() => landed.abort());
    return { outcome, readers: 0, abandoned, landed };
  }

  /** In flight but closed to new callers. */
  function take(key: string, flight: Flight): void {
    const entry = { running: flight };
    flights.set(key, entry);
    const forget = () => {
      if (flights.get(key) === entry && !("next" in entry)) flights.delete(key);
    };
    flight.landed.signal.addEventListener("abort", forget, { once: true });
  }

  function flightFor(key: string, call: Forwarded): Flight {
    const entry = flights.get(key);
    if (!entry) {
      const flight = start(call);
      take(key, flight);
      return flight;
    }
    if (entry.next && !entry.next.abandoned.signal.aborted) return entry.next;
    const turn = sleep(clock, maxWaitMs, entry.running.landed.signal).then(() => {
      if (entry.next === next) take(key, next);
    });
    const next = start(call, turn);
    entry.next = next;
    return next;
  }

  return (call) => {
    if (!isShared(call)) return send(call);
    const reader = call.operation.actsAs === "user" ? call.acting.user.email : "";
    return join(flightFor(`${call.operation.id} ${call.path}${call.search} ${reader}`, call), call.signal);
  };
}

const unread: CachedResponse = { status: unreachable.status, error: unreachable };

function join(flight: Flight, signal: AbortSignal): Promise<Outcome> {
  flight.readers += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      flight.readers -= 1;
      if (flight.readers === 0) flight.abandoned.abort();
      resolve(outcomeOf(unread));
    };
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    const stay = () => signal.removeEventListener("abort", leave);
    flight.outcome.then((kept) => resolve(outcomeOf(kept)), reject).finally(stay);
  });
}

async function keep(outcome: Outcome, clock: Clock, requestId: string, giveUp: () => void): Promise<CachedResponse> {
  if ("error" in outcome) return outcome;
  const { status, response } = outcome;
  const limit = deadline(clock, requestTimeoutMs);
  limit.signal.addEventListener("abort", giveUp);
  try {
    return { status, headers: response.headers, bytes: await response.arrayBuffer() };
  } catch (error) {
    const { status: failed, code, message } = convertError(error, limit.signal.aborted, requestId);
    return { status: failed, error: { status: failed, code, message } };
  } finally {
    limit.cancel();
  }
}

function outcomeOf(kept: CachedResponse): Outcome {
  if ("error" in kept) return kept;
  const { status, headers, bytes } = kept;
  return { status, response: new Response(bytes.byteLength === 0 ? null : bytes, { status, headers }) };
}
