import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NewKey, NewKeyBody } from "../team-user";

export const createServiceAccountKey = defineOperation({
  id: "createServiceAccountKey",
  summary: "Create an API key for a service account; the key is returned once",
  method: "POST",
  path: "/admin/v1/service-accounts/{serviceAccountId}/keys",
  pathParams: z.object({ serviceAccountId: z.string() }),
  body: NewKeyBody.extend({
    /** Whether the key can mint worker and session tokens. */
    agentScoped: z.boolean().optional(),
    /** Repositories the key is limited to, as `owner/name` or `_/id`. Omit for all of the account's. */
    repositories: z
      .array(z.string().regex(/^[^/\s]{1,100}\/[^/\s]{1,200}$/, "must be owner/name"))
      .min(1, "must contain at least 1 repository")
      .max(100, "must contain at most 100 repositories")
      .optional(),
  }),
  success: 201,
  response: NewKey,
  sessionOnly: true,
});
