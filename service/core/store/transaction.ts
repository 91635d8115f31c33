import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** A database transaction. */
export type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

/** A database or a transaction, for functions that only read. */
export type Reader = Pick<Transaction, "select">;
