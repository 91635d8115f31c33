import { sql } from "drizzle-orm";
import { customType, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { milliseconds, users } from "./people";
import { namespaces, repositories } from "./repositories";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Programs that act in repositories with credentials of their own. A deleted one keeps its row: what it did names it. */
export const apps = pgTable(
  "apps",
  {
    /** `app_…` */
    id: text().primaryKey(),
    namespaceId: text("namespace_id")
      .notNull()
      .references(() => namespaces.id),
    displayName: text("display_name").notNull(),
    description: text().notNull(),
    websiteUrl: text("website_url").notNull(),
    /** Empty: nothing is delivered. */
    webhookUrl: text("webhook_url").notNull(),
    events: jsonb().$type<string[]>().notNull(),
    installationRedirectUris: jsonb("installation_redirect_uris").$type<string[]>().notNull(),
    defaultScopes: jsonb("default_scopes").$type<string[]>().notNull(),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
    deletedAt: milliseconds("deleted_at"),
  },
  (table) => [index("apps_namespace").on(table.namespaceId, table.createdAt)],
);

/** Active public keys of apps. Revoking one removes it. */
export const appSigningKeys = pgTable(
  "app_signing_keys",
  {
    appId: text("app_id")
      .notNull()
      .references(() => apps.id, { onDelete: "cascade" }),
    /** SHA-256 of the key's SPKI, base64url. */
    kid: text().notNull(),
    /** SPKI, DER, base64. */
    publicKey: text("public_key").notNull(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.kid] })],
);

/** An app in a namespace, with what its owner agreed to. */
export const installations = pgTable(
  "installations",
  {
    /** `inst_…` */
    id: text().primaryKey(),
    appId: text("app_id")
      .notNull()
      .references(() => apps.id),
    namespaceId: text("namespace_id")
      .notNull()
      .references(() => namespaces.id),
    /** Nothing for one from the time before installations had scopes: the app's default scopes hold. */
    scopes: jsonb().$type<string[]>(),
    selection: text({ enum: ["all", "selected"] }).notNull(),
    /** Who installed it first. */
    installedBy: integer("installed_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
    suspendedAt: milliseconds("suspended_at"),
    deletedAt: milliseconds("deleted_at"),
  },
  (table) => [
    uniqueIndex("installations_place").on(table.appId, table.namespaceId).where(sql`${table.deletedAt} is null`),
    index("installations_namespace").on(table.namespaceId),
  ],
);

/** The repositories of an installation that does not reach all. */
export const installationRepositories = pgTable(
  "installation_repositories",
  {
    installationId: text("installation_id")
      .notNull()
      .references(() => installations.id, { onDelete: "cascade" }),
    repositoryId: text("repository_id")
      .notNull()
      .references(() => repositories.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.installationId, table.repositoryId] }),
    index("installation_repositories_repository").on(table.repositoryId),
  ],
);

/** Access tokens of installations, stored as SHA-256 only. */
export const installationTokens = pgTable(
  "installation_tokens",
  {
    hash: text().primaryKey(),
    installationId: text("installation_id")
      .notNull()
      .references(() => installations.id, { onDelete: "cascade" }),
    /** The member it acts for; nobody for the app itself. */
    userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** What it is narrowed to; nothing: all of the installation's. */
    scopes: jsonb().$type<string[]>(),
    repositoryIds: jsonb("repository_ids").$type<string[]>(),
    createdAt: milliseconds("created_at").notNull(),
    expiresAt: milliseconds("expires_at").notNull(),
  },
  (table) => [index("installation_tokens_expiry").on(table.expiresAt)],
);

/** Keys the service itself signs with, for apps to check; the newest signs, the others are still published. */
export const serviceSigningKeys = pgTable("service_signing_keys", {
  kid: text().primaryKey(),
  /** SPKI, DER, base64. */
  publicKey: text("public_key").notNull(),
  /** PKCS #8, PEM, sealed. */
  privateKey: bytes("private_key").notNull(),
  createdAt: milliseconds("created_at").notNull(),
});
