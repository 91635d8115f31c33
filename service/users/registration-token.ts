import { and, isNull, lte, notExists, sql } from "drizzle-orm";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { registrationTokenPrefix } from "../core/principal";
import { workerCredentials } from "../core/store/tables/pools";
import { apiKeys } from "../core/store/tables/users";

const lifetimeMs = 3_600_000;

interface Registration {
  /** Prefix of the key. */
  prefix: typeof registrationTokenPrefix;
  row: { registration: { pool: string; expiresAt: number } };
  response: { registersUntil: string };
}

/** A key that for one hour registers workers of the pool. Deletes those that expired without being used. */
export async function newRegistration(
  { db, clock }: Pick<Context, "db" | "clock">,
  { pool }: { pool: string },
): Promise<Registration> {
  const now = clock.now();
  const used = db
    .select({ one: sql`1` })
    .from(workerCredentials)
    .where(sql`${workerCredentials.keyId} = ${apiKeys.id}`);
  const expired = lte(sql`(${apiKeys.registration} ->> 'expiresAt')::bigint`, now);
  await db
    .update(apiKeys)
    .set({ deletedAt: now })
    .where(and(isNull(apiKeys.deletedAt), expired, notExists(used)));
  const expiresAt = now + lifetimeMs;
  return {
    prefix: registrationTokenPrefix,
    row: { registration: { pool, expiresAt } },
    response: { registersUntil: isoTime(expiresAt) },
  };
}
