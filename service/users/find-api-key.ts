import { and, eq, inArray, isNull } from "drizzle-orm";
import { batchByTurn } from "@/lib/core/concurrency/batch-by-turn";
import type { Context } from "../core/context";
import { apiKeys, serviceAccounts, users } from "../core/store/tables/users";

export interface FoundApiKey {
  key: typeof apiKeys.$inferSelect;
  user: typeof users.$inferSelect | null;
  account: typeof serviceAccounts.$inferSelect | null;
}

const selectKeys = (db: Context["db"]) =>
  db
    .select({ key: apiKeys, user: users, account: serviceAccounts })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, apiKeys.serviceAccountId));

/** An API key that isn't deleted, with its owner. */
export async function findApiKeyById(db: Context["db"], id: string): Promise<FoundApiKey | undefined> {
  const [row] = await selectKeys(db).where(and(eq(apiKeys.id, id), isNull(apiKeys.deletedAt)));
  return row;
}

async function readKeys(db: Context["db"], hashes: ReadonlySet<string>) {
  const rows = await selectKeys(db).where(and(inArray(apiKeys.hash, [...hashes]), isNull(apiKeys.deletedAt)));
  return new Map(rows.map((row) => [row.key.hash, row]));
}

const lookups = new WeakMap<Context["db"], (hash: string) => Promise<FoundApiKey | undefined>>();

/** Like {@link findApiKeyById}, by hash. Batched, so that a flood of invalid keys costs few queries. */
export function findApiKey(db: Context["db"], hash: string): Promise<FoundApiKey | undefined> {
  const lookup = lookups.get(db) ?? batchByTurn((hashes) => readKeys(db, hashes));
  lookups.set(db, lookup);
  return lookup(hash);
}
