import { eq, sql } from "drizzle-orm";
import { putUser } from "@/lib/contract/admin/users/put-user";
import { findAccount } from "../account/account";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { users } from "../core/store/tables/users";
import { ensureAdminRemains } from "../hosting/access/ensure-admin-remains";
import type { WithCatalog } from "../models/model-catalog";
import { requireDefaultModel } from "../models/require-default-model";
import { teamUserBody } from "./team-user-row";

/** Creates or updates a member. Every namespace of the team keeps at least one admin, even under concurrent requests. */
export const putUserOperation = implement(putUser, async ({ params, body }, context: Context & WithCatalog) => {
  const { teamId } = await findAccount(context, params.teamId);
  const email = params.email.toLowerCase();
  const { isAdmin, handle, firstName, lastName, isActive, defaultModel } = body;
  await requireDefaultModel(context, defaultModel);
  const fields = {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(handle === undefined ? {} : { handle: handle?.replace(/^@/, "") ?? null }),
    ...(isAdmin === undefined ? {} : { isTeamAdmin: isAdmin }),
    ...(isActive === undefined ? {} : { isActive }),
    ...(defaultModel === undefined ? {} : { defaultModel }),
  };
  return context.db.transaction((tx) =>
    ensureAdminRemains(tx, teamId, async () => {
      const [added] = await tx
        .insert(users)
        .values({ actorId: context.ids.typed("user"), email, teamId, createdAt: context.clock.now(), ...fields })
        .onConflictDoNothing()
        .returning();
      if (added) return teamUserBody(added);
      const [known] = await tx
        .select()
        .from(users)
        .where(eq(sql`lower(${users.email})`, email))
        .for("update");
      if (known?.teamId !== teamId)
        throw apiError.agents(409, "member_elsewhere", `${email} is a member of another team`);
      if (Object.keys(fields).length > 0) await tx.update(users).set(fields).where(eq(users.id, known.id));
      return teamUserBody({ ...known, ...fields });
    }),
  );
});
