import { eq, or, sql } from "drizzle-orm";
import { agents } from "./index-schema";
import { launches, people } from "./schema";

const email = sql<string | null>`lower(${agents.launcher} ->> 'email')`;

/** Joins the user who launched an agent, from this dashboard or with an API key. */
export const isOwner = or(
  eq(people.id, launches.launchedBy),
  sql`${launches.agentId} is null and ${people.email} = ${email}`,
);

/** The owner's id and name. Owners of API keys aren't always users of the dashboard. */
export const owner = {
  ownerId: sql<string | null>`coalesce(${people.id}::text, ${email}, ${agents.launcher} ->> 'name')`,
  ownerName: sql<string | null>`coalesce(${people.displayName}, nullif(${agents.launcher} ->> 'name', ''))`,
};
