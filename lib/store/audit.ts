import { audit } from "./schema";
import type { Store } from "./store";

export type AuditEntry = Omit<typeof audit.$inferInsert, "id">;

export async function recordAudit(store: Store, entry: AuditEntry): Promise<void> {
  await store.database.insert(audit).values(entry);
}
