import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { roles } from "../contract/operation";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** People who may sign in to the dashboard. Raising `sessionVersion` ends every session of the person. */
export const people = pgTable(
  "people",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull().unique(),
    displayName: text("display_name").notNull(),
    role: text("role", { enum: roles }).notNull(),
    sessionVersion: integer("session_version").notNull().default(1),
    createdAt: moment("created_at").notNull(),
    disabledAt: moment("disabled_at"),
  },
  (table) => [check("people_role", sql`${table.role} in ('viewer', 'operator', 'admin')`)],
);

/** One-time sign-in links; the token itself is never stored. */
export const signInLinks = pgTable("sign_in_links", {
  tokenHash: text("token_hash").primaryKey(),
  personId: uuid("person_id")
    .notNull()
    .references(() => people.id, { onDelete: "cascade" }),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
});

/** What people did through the dashboard: one row before the call and one after it, joined by the request id. */
export const audit = pgTable(
  "audit",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment("at").notNull(),
    personId: uuid("person_id").notNull(),
    personEmail: text("person_email").notNull(),
    operationId: text("operation_id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    phase: text("phase", { enum: ["intent", "outcome"] }).notNull(),
    status: integer("status"),
    requestId: text("request_id").notNull(),
    detail: jsonb("detail").notNull(),
  },
  (table) => [
    index("audit_by_time").on(table.at),
    index("audit_by_request").on(table.requestId),
    check("audit_phase", sql`${table.phase} in ('intent', 'outcome')`),
  ],
);
