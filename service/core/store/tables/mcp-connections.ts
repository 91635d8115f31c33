import { customType, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { milliseconds, teams } from "./users";

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Authorized remote MCP servers. `owner` is the user or service account whose agents use the connection. */
export const mcpConnections = pgTable(
  "mcp_connections",
  {
    id: text().primaryKey(),
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    owner: text().notNull(),
    url: text().notNull(),
    /** The client id of the server's `auth`; empty if the service registered itself. */
    clientId: text("client_id").notNull(),
    issuer: text().notNull(),
    scope: text(),
    /** Encrypted tokens and client. */
    secrets: bytea().notNull(),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [uniqueIndex("mcp_connections_server").on(table.teamId, table.owner, table.url, table.clientId)],
);

/** Authorizations that a user started and hasn't finished. */
export const mcpAuthorizations = pgTable(
  "mcp_authorizations",
  {
    /** SHA-256 hash of the state. */
    stateHash: text("state_hash").primaryKey(),
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    owner: text().notNull(),
    /** Encrypted: the client, the code verifier and the authorization server. */
    secrets: bytea().notNull(),
    expiresAt: milliseconds("expires_at").notNull(),
  },
  (table) => [index("mcp_authorizations_expiry").on(table.expiresAt)],
);
