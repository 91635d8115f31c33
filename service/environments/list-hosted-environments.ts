import { asc, eq } from "drizzle-orm";
import { listHostedEnvironments } from "@/lib/contract/admin/environments/list-hosted-environments";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { hostedEnvironments } from "../core/store/tables/hosted-environments";
import { hostedEnvironmentBody } from "./hosted-environment";

export const listHostedEnvironmentsOperation = implement(listHostedEnvironments, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const rows = await context.db
    .select()
    .from(hostedEnvironments)
    .where(eq(hostedEnvironments.teamId, teamId))
    .orderBy(asc(hostedEnvironments.name));
  return { items: rows.map(hostedEnvironmentBody) };
});
