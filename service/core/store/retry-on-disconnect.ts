import { DatabaseError } from "pg";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";

const patienceMs = 60_000;
const pauseMs = 100;

const shutdownCodes: ReadonlySet<string> = new Set(["57P01", "57P02", "57P03", "08000", "08003", "08006"]);
const socketCodes: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

const lostWords =
  /connection (?:terminated|error|ended)|not queryable|timeout exceeded when trying to connect|client was closed/i;

/** True when the connection failed rather than the statement. */
export function connectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof DatabaseError) return shutdownCodes.has(code);
  if (socketCodes.has(code)) return true;
  return error.cause === undefined ? lostWords.test(error.message) : connectionLost(error.cause);
}

/** Does what needs the database, and does it again while that is away. `work` must be safe to repeat. */
export async function persist<T>({ clock, log }: { clock: Clock; log: Log }, work: () => Promise<T>): Promise<T> {
  const deadline = clock.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!connectionLost(error) || clock.now() > deadline) throw error;
      log.warn({ err: error }, "the database is away; trying again");
      await sleep(clock, pauseMs);
    }
  }
}
