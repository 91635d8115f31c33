import { eq, sql } from "drizzle-orm";
import { putPerson } from "@/lib/contract/admin/put-person";
import { findAccount } from "../account/account";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { users } from "../core/store/tables/people";
import { ensureAdminRemains } from "../hosting/access/ensure-admin-remains";
import { personBody } from "./person-row";

/** Creates or updates a member. Every namespace of the team keeps at least one admin, even under concurrent requests. */
export const putPersonOperation = implement(putPerson, async ({ params, body }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const email = params.email.toLowerCase();
  const { isAdmin, handle, firstName, lastName, isActive } = body;
  const given = {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(handle === undefined ? {} : { handle: handle?.replace(/^@/, "") ?? null }),
    ...(isAdmin === undefined ? {} : { isTeamAdmin: isAdmin }),
    ...(isActive === undefined ? {} : { isActive }),
  };
  return context.db.transaction((tx) =>
    ensureAdminRemains(tx, teamId, async () => {
      const [added] = await tx
        .insert(users)
        .values({ actorId: context.ids.typed("user"), email, teamId, createdAt: context.clock.now(), ...given })
        .onConflictDoNothing()
        .returning();
      if (added) return personBody(added);
      const [known] = await tx
        .select()
        .from(users)
        .where(eq(sql`lower(${users.email})`, email))
        .for("update");
      if (known?.teamId !== teamId)
        throw apiError.agents(409, "member_elsewhere", `${email} is a member of another team`);
      if (Object.keys(given).length > 0) await tx.update(users).set(given).where(eq(users.id, known.id));
      return personBody({ ...known, ...given });
    }),
  );
});
