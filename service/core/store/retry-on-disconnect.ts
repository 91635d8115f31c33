import { DatabaseError } from "pg";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";

const timeoutMs = 60_000;
const retryDelayMs = 100;

const shutdownCodes: ReadonlySet<string> = new Set(["57P01", "57P02", "57P03", "08000", "08003", "08006"]);
const socketCodes: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

const connectionMessages =
  /connection (?:terminated|error|ended)|not queryable|timeout exceeded when trying to connect|client was closed/i;

/** Returns whether the connection failed, rather than the statement. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof DatabaseError) return shutdownCodes.has(code);
  if (socketCodes.has(code)) return true;
  return error.cause === undefined ? connectionMessages.test(error.message) : isConnectionError(error.cause);
}

/** Runs database work and retries it for a minute while the connection is lost. `work` must be idempotent. */
export async function retryOnDisconnect<T>(
  { clock, log }: { clock: Clock; log: Log },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionError(error) || clock.now() > deadline) throw error;
      log.warn({ err: error }, "database connection lost; retrying");
      await sleep(clock, retryDelayMs);
    }
  }
}
