import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AccountPath } from "../account";

export const listKeys = defineOperation({
  id: "listKeys",
  summary: "List a team's API keys, expired ones included",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/keys",
  pathParams: AccountPath,
  response: z.looseObject({
    keys: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        /** Email address of a user, or id of a service account. */
        owner: z.string(),
        /** The name of the service account. */
        ownerName: z.string().optional(),
        createdAt: z.string(),
        /** Also set on expired keys. */
        expiresAt: z.string().optional(),
        agentScoped: z.boolean(),
        /** Repositories it is limited to, as `owner/name`. */
        repositories: z.array(z.string()).optional(),
        /** Set for a registration token. */
        registration: z.object({ pool: z.string(), expiresAt: z.string() }).optional(),
      }),
    ),
  }),
});
