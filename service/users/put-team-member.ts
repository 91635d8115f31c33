import { putTeamMember } from "@/lib/contract/admin/users/put-team-member";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { registerMember } from "./register-member";

/** Like `putMember`, for a team without naming one of its namespaces. */
export const putTeamMemberOperation = implement(putTeamMember, async ({ params, body }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  return registerMember(context, teamId, { ...body, email: params.email });
});
