import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AccountPath } from "../account";
import { NewKeyBody, ServiceAccount } from "../team-user";

export const createServiceAccount = defineOperation({
  id: "createServiceAccount",
  summary: "Create a service account",
  method: "POST",
  path: "/admin/v1/teams/{teamId}/service-accounts",
  pathParams: AccountPath,
  body: z.strictObject({
    name: NewKeyBody.shape.name,
    /** Email of the member it represents. */
    user: z.string().optional(),
  }),
  success: 201,
  response: ServiceAccount,
});
