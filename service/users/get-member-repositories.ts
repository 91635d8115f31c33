import { sql } from "drizzle-orm";
import { getMemberRepositories } from "@/lib/contract/admin/users/get-member-repositories";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { repositories } from "../core/store/tables/repositories";
import { permittedRepositories } from "../hosting/access/permitted-repositories";
import { requireTeamUser } from "./team-user-row";

/** Which agents the dashboard shows a member depends on it. A member who isn't active can't read any. */
export const getMemberRepositoriesOperation = implement(getMemberRepositories, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const { id, isActive } = await requireTeamUser(context, teamId, params.email);
  const isReadable = sql<boolean>`${isActive} and ${repositories.id} in ${permittedRepositories(id, "read")}`;
  const rows = await context.db.select({ id: repositories.id, isReadable }).from(repositories);
  const idsOf = (readable: boolean) => rows.filter((row) => row.isReadable === readable).map((row) => row.id);
  return { readable: idsOf(true), denied: idsOf(false) };
});
