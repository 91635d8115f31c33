import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AccountPath } from "../account";

export const deleteGroup = defineOperation({
  id: "deleteGroup",
  summary: "Delete a group and its grants",
  method: "DELETE",
  path: "/admin/v1/teams/{teamId}/groups/{slug}",
  pathParams: AccountPath.extend({ slug: z.string() }),
  response: z.looseObject({ id: z.string() }),
});
