import { z } from "zod";
import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { NewKey, NewKeyBody } from "./person";

export const createServiceAccountKey = defineOperation({
  id: "createServiceAccountKey",
  summary: "Create an API key for a service account; the key is returned once",
  method: "POST",
  path: "/admin/v1/service-accounts/{serviceAccountId}/keys",
  pathParams: z.object({ serviceAccountId: z.string() }),
  query: NoQuery,
  body: NewKeyBody.extend({
    /** Whether the key can mint worker and session tokens. */
    agentScoped: z.boolean().optional(),
  }),
  success: 201,
  response: NewKey,
  family: "admin",
  role: "admin",
});
