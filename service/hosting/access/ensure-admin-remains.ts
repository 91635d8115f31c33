import { eq } from "drizzle-orm";
import { apiError } from "../../core/http/api-error";
import { namespaces } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { hasAdmin } from "./held-permissions";

/**
 * Changes team membership unless that leaves one of the team's namespaces without an active admin. Changes to one team
 * run one at a time.
 */
export async function ensureAdminRemains<T>(tx: Transaction, teamId: number, change: () => Promise<T>): Promise<T> {
  const owned = await tx.select().from(namespaces).where(eq(namespaces.teamId, teamId)).for("update");
  const result = await change();
  for (const namespace of owned) {
    if (await hasAdmin(tx, namespace)) continue;
    throw apiError.agents(409, "last_admin", `${namespace.slug} would have no active admin`);
  }
  return result;
}
