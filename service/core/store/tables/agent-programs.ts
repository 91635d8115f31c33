import { boolean, customType, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type {
  AgentProgram,
  AgentProgramOffer,
  AgentUpdate,
  LoginMethod,
} from "@/lib/contract/admin/agent-programs/agent-program";
import { milliseconds } from "./users";

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Agent programs that an administrator added. Those in `AGENTS` aren't stored. */
export const agentPrograms = pgTable("agent_programs", {
  name: text().primaryKey(),
  /** Id of the preset; null for a custom program, which has a command. */
  preset: text(),
  /** Version of the preset's package that runs use, installed below the data folder. */
  version: text(),
  /** An update in progress, or why the last one failed. One with another id doesn't store its result. */
  update: jsonb().$type<AgentUpdate & { id: string; at: number }>(),
  command: jsonb().$type<string[]>(),
  /** Encrypted variables of the program, keys included. */
  secrets: bytea().notNull(),
  /** Encrypted login ({@link ProgramLogin}), stored at `loggedInAt`. */
  login: bytea(),
  loggedInAt: milliseconds("logged_in_at"),
  /** Its logins when it was tested. */
  loginMethods: jsonb("login_methods").$type<LoginMethod[]>().notNull().default([]),
  enabled: boolean().notNull(),
  defaultModel: text("default_model"),
  /** Values of session options, such as the effort, for runs that don't set them. */
  defaultOptions: jsonb("default_options").$type<Record<string, string>>().notNull().default({}),
  /** Lowercase emails; null for everyone. */
  users: jsonb().$type<string[]>(),
  status: text().$type<AgentProgram["status"]>().notNull(),
  detail: text().notNull(),
  offer: jsonb().$type<AgentProgramOffer>(),
  /** Id of the test in progress: an older one doesn't store its result. */
  testId: text("test_id"),
  checkedAt: milliseconds("checked_at"),
  createdAt: milliseconds("created_at").notNull(),
  updatedAt: milliseconds("updated_at").notNull(),
});
