import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** What statements of one transaction go through. */
export type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];
