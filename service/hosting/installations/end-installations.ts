import { inArray } from "drizzle-orm";
import { installations, installationTokens } from "../../core/store/tables/apps";
import type { Transaction } from "../../core/store/transaction";
import type { EventService } from "../webhooks/record-event";
import { recordAppInstallationEvent } from "./installation-event";

/** Deletes installations and revokes their tokens. The rows remain for history. */
export async function endInstallations(tx: Transaction, context: EventService, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const now = context.clock.now();
  await tx.delete(installationTokens).where(inArray(installationTokens.installationId, [...ids]));
  const rows = await tx
    .select({ id: installations.id })
    .from(installations)
    .where(inArray(installations.id, [...ids]))
    .for("update");
  for (const { id } of rows) await recordAppInstallationEvent(tx, context, "installation.deleted", id, now);
  await tx
    .update(installations)
    .set({ deletedAt: now, updatedAt: now })
    .where(inArray(installations.id, [...ids]));
}
