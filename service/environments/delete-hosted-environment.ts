import { and, eq } from "drizzle-orm";
import { deleteHostedEnvironment } from "@/lib/contract/admin/environments/delete-hosted-environment";
import { findAccount } from "../account/account";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { hostedEnvironments } from "../core/store/tables/hosted-environments";

export const deleteHostedEnvironmentOperation = implement(deleteHostedEnvironment, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const { name } = params;
  const { rowCount } = await context.db
    .delete(hostedEnvironments)
    .where(and(eq(hostedEnvironments.teamId, teamId), eq(hostedEnvironments.name, name)));
  if (rowCount === 0) throw apiError.agents(404, "environment_not_found", `Environment ${name} not found`);
  return { name };
});
