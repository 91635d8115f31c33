import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const createSignInLink = defineOperation({
  id: "createSignInLink",
  summary: "Create a one-time sign-in link for a user",
  method: "POST",
  path: "/dashboard/users/{id}/sign-in-link",
  pathParams: z.object({ id: z.uuid("must be a valid id") }),
  response: z.object({ url: z.string(), expiresAt: z.string() }),
  success: 201,
  role: "admin",
  sessionOnly: true,
});
