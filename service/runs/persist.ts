import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";
import type { Service } from "../service";

const patienceMs = 60_000;
const pauseMs = 100;

const shutdownCodes: ReadonlySet<string> = new Set(["57P01", "57P02", "57P03", "08000", "08003", "08006"]);
const socketCodes: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** True when the connection failed rather than the statement. */
function connectionLost(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (cause instanceof DatabaseError) return shutdownCodes.has(cause.code ?? "");
  if (!(cause instanceof Error)) return false;
  if ("code" in cause && typeof cause.code === "string" && socketCodes.has(cause.code)) return true;
  return /connection (?:terminated|error)|timeout exceeded when trying to connect/i.test(cause.message);
}

/** Does a write, and does it again while the database is away. `write` must be safe to repeat. */
export async function persist<T>(service: Pick<Service, "clock" | "log">, write: () => Promise<T>): Promise<T> {
  const deadline = service.clock.now() + patienceMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!connectionLost(error) || service.clock.now() > deadline) throw error;
      service.log.warn({ err: error }, "the database is away; trying again");
      await new Promise<void>((resolve) => service.clock.after(pauseMs, resolve));
    }
  }
}
