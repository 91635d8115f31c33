import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { batchedLookup } from "../core/store/batched-lookup";
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

/** Like {@link findApiKeyById}, by hash. Batched, so that a flood of invalid keys costs few queries. */
export const findApiKey = batchedLookup<FoundApiKey>((db) => {
  const isNamed = sql`${apiKeys.hash} = any(${sql.placeholder("hashes")})`;
  const query = selectKeys(db)
    .where(and(isNamed, isNull(apiKeys.deletedAt)))
    .prepare("find_api_keys");
  return async (hashes) => new Map((await query.execute({ hashes })).map((row) => [row.key.hash, row]));
});
