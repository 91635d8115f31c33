import { putMember } from "@/lib/contract/admin/namespaces/put-member";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { registerMember } from "../../users/register-member";
import { findNamespace } from "../access/namespace-access";

/** Adds or updates a member. The last admin can't be demoted. */
export const putMemberOperation = implement(putMember, async ({ params, body }, context) => {
  const namespace = await findNamespace(context, params.namespaceSlug);
  if (!namespace) throw apiError.agents(404, "namespace_not_found", "Namespace not found");
  if (namespace.teamId === null) {
    throw apiError.agents(409, "not_a_team", `${namespace.slug} belongs to a user and has no members`);
  }
  return registerMember(context, namespace.teamId, { ...body, email: params.email });
});
