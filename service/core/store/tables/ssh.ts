import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { namespaces } from "./repositories";
import { milliseconds, users } from "./users";

/** Authorities whose certificates give team members git over SSH access to the team's repositories. */
export const sshCertificateAuthorities = pgTable(
  "ssh_certificate_authorities",
  {
    /** `nsca_…` */
    id: text().primaryKey(),
    namespaceId: text("namespace_id")
      .notNull()
      .references(() => namespaces.id, { onDelete: "cascade" }),
    name: text().notNull(),
    keyType: text("key_type").notNull(),
    /** SSH wire format, base64. */
    publicKey: text("public_key").notNull(),
    fingerprint: text().notNull(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("ssh_certificate_authorities_key").on(table.namespaceId, table.fingerprint),
    index("ssh_certificate_authorities_fingerprint").on(table.fingerprint),
  ],
);

/** Users' SSH keys for git. A key belongs to exactly one user. */
export const sshKeys = pgTable(
  "ssh_keys",
  {
    /** `sshk_…` */
    id: text().primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    keyType: text("key_type").notNull(),
    /** SSH wire format, base64. */
    publicKey: text("public_key").notNull(),
    fingerprint: text().notNull().unique(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [index("ssh_keys_user").on(table.userId)],
);
