import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { roles } from "../../operation";
import { ApiToken, maxTokenDays } from "./api-token";

export const createApiToken = defineOperation({
  id: "createApiToken",
  summary: "Create an API token; the token is returned once",
  method: "POST",
  path: "/dashboard/tokens",
  body: z.strictObject({
    name: z.string().trim().min(1, "must not be empty").max(100, "must be at most 100 characters"),
    role: z.enum(roles),
    expiresInDays: z.int("must be a whole number").min(1).max(maxTokenDays),
  }),
  response: ApiToken.extend({ token: z.string() }),
  success: 201,
  role: "viewer",
  sessionOnly: true,
});
