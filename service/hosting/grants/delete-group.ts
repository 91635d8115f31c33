import { and, eq } from "drizzle-orm";
import { deleteGroup } from "@/lib/contract/admin/grants/delete-group";
import { findAccount } from "../../account/account";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { grants, groups } from "../../core/store/tables/grants";
import { ensureAdminRemains } from "../access/ensure-admin-remains";

/** Also deletes the group's grants, unless that removes a namespace's last admin. */
export const deleteGroupOperation = implement(deleteGroup, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  return context.db.transaction((tx) =>
    ensureAdminRemains(tx, teamId, async () => {
      const [deleted] = await tx
        .delete(groups)
        .where(and(eq(groups.teamId, teamId), eq(groups.slug, params.slug)))
        .returning({ id: groups.id });
      if (!deleted) throw apiError.agents(404, "group_not_found", "Group not found");
      await tx.delete(grants).where(and(eq(grants.principalKind, "group"), eq(grants.principalId, deleted.id)));
      return { id: deleted.id };
    }),
  );
});
