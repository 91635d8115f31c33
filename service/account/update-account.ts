import { eq, sql } from "drizzle-orm";
import { updateAccount } from "@/lib/contract/admin/account/update-account";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { accounts } from "../core/store/tables/account";
import { teams } from "../core/store/tables/users";
import type { WithCatalog } from "../models/model-catalog";
import { requireDefaultModel } from "../models/require-default-model";
import { findAccount } from "./account";

/** Changes only the switches in the body. */
export const updateAccountOperation = implement(
  updateAccount,
  async ({ params, body }, context: Context & WithCatalog) => {
    const { db, clock } = context;
    const { teamId } = await findAccount(context, params.teamId);
    const { defaultModel, ...switches } = body;
    await requireDefaultModel(context, defaultModel);
    const updatedAt = clock.now();
    await db.transaction(async (tx) => {
      if (defaultModel !== undefined) await tx.update(teams).set({ defaultModel }).where(eq(teams.id, teamId));
      // The database merges the switches, so concurrent changes don't overwrite each other.
      await tx
        .insert(accounts)
        .values({ teamId, switches, updatedAt })
        .onConflictDoUpdate({
          target: accounts.teamId,
          set: { switches: sql`${accounts.switches} || excluded.switches`, updatedAt },
        });
    });
    return findAccount(context, params.teamId);
  },
);
