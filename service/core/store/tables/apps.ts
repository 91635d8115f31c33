import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { namespaces, repositories } from "./repositories";
import { milliseconds, users } from "./users";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Apps that act in repositories with their own credentials. Deleted apps keep their row, because other rows refer to it. */
export const apps = pgTable(
  "apps",
  {
    /** `app_…` */
    id: text().primaryKey(),
    namespaceId: text("namespace_id")
      .notNull()
      .references(() => namespaces.id),
    /** A system app, such as a dashboard's. It can't be managed as an app of the namespace. */
    isSystem: boolean("is_system").notNull().default(false),
    displayName: text("display_name").notNull(),
    description: text().notNull(),
    websiteUrl: text("website_url").notNull(),
    /** Empty disables delivery. */
    webhookUrl: text("webhook_url").notNull(),
    /** When deliveries were paused, by an admin or because the receiver kept failing. */
    webhookPausedAt: milliseconds("webhook_paused_at"),
    events: jsonb().$type<string[]>().notNull(),
    installationRedirectUris: jsonb("installation_redirect_uris").$type<string[]>().notNull(),
    defaultScopes: jsonb("default_scopes").$type<string[]>().notNull(),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
    deletedAt: milliseconds("deleted_at"),
  },
  (table) => [index("apps_namespace").on(table.namespaceId, table.createdAt)],
);

/** Active public keys of apps. Revoked keys are deleted. */
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

/** An app installed in a namespace, with the permissions its owner granted. */
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
    /** Null: the app's default scopes apply. */
    scopes: jsonb().$type<string[]>(),
    selection: text({ enum: ["all", "selected"] }).notNull(),
    /** The user who first installed it. */
    installedBy: integer("installed_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
    suspendedAt: milliseconds("suspended_at"),
    deletedAt: milliseconds("deleted_at"),
  },
  (table) => [
    uniqueIndex("installations_app_namespace")
      .on(table.appId, table.namespaceId)
      .where(sql`${table.deletedAt} is null`),
    index("installations_namespace").on(table.namespaceId),
  ],
);

/** The repositories of an installation with `selected` access. */
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

/** Installation access tokens. Only the SHA-256 hash is stored. */
export const installationTokens = pgTable(
  "installation_tokens",
  {
    hash: text().primaryKey(),
    installationId: text("installation_id")
      .notNull()
      .references(() => installations.id, { onDelete: "cascade" }),
    /** The user it acts for; null when it acts as the app itself. */
    userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Restrictions; null: everything the installation can access. */
    scopes: jsonb().$type<string[]>(),
    repositoryIds: jsonb("repository_ids").$type<string[]>(),
    createdAt: milliseconds("created_at").notNull(),
    expiresAt: milliseconds("expires_at").notNull(),
  },
  (table) => [index("installation_tokens_expiry").on(table.expiresAt)],
);

/** The service's signing keys, which apps verify against. The newest signs; older ones stay published. */
export const serviceSigningKeys = pgTable("service_signing_keys", {
  kid: text().primaryKey(),
  /** SPKI, DER, base64. */
  publicKey: text("public_key").notNull(),
  /** PKCS #8, PEM, sealed. */
  privateKey: bytes("private_key").notNull(),
  createdAt: milliseconds("created_at").notNull(),
});
