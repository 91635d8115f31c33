import { eq, or, sql } from "drizzle-orm";
import { agents } from "./index-schema";
import { launches, users } from "./schema";

const email = sql<string | null>`lower(${agents.launcher} ->> 'email')`;

/** Joins the user who launched an agent, from this dashboard or with an API key. */
export const isOwner = or(
  eq(users.id, launches.launchedBy),
  sql`${launches.agentId} is null and ${users.email} = ${email}`,
);

/** The owner's id and name. Owners of API keys aren't always users of the dashboard. */
export const owner = {
  ownerId: sql<string | null>`coalesce(${users.id}::text, ${email}, ${agents.launcher} ->> 'name')`,
  ownerName: sql<string | null>`coalesce(${users.displayName}, nullif(${agents.launcher} ->> 'name', ''))`,
};
