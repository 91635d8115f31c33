import { eq } from "drizzle-orm";
import { appSigningKeys, apps } from "../../core/store/tables/apps";
import type { Transaction } from "../../core/store/transaction";

/** The key ids of an app. Locks the app's row, so that concurrent requests can't exceed or undercut the number of keys. */
export async function lockSigningKeys(tx: Transaction, appId: string): Promise<ReadonlySet<string>> {
  await tx.select({ id: apps.id }).from(apps).where(eq(apps.id, appId)).for("update");
  const rows = await tx.select({ kid: appSigningKeys.kid }).from(appSigningKeys).where(eq(appSigningKeys.appId, appId));
  return new Set(rows.map(({ kid }) => kid));
}
