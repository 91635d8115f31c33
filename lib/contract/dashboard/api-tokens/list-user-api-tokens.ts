import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { UserApiToken } from "./api-token";

export const listUserApiTokens = defineOperation({
  id: "listUserApiTokens",
  summary: "List the active API tokens of all users",
  method: "GET",
  path: "/dashboard/user-tokens",
  response: z.object({ tokens: z.array(UserApiToken) }),
  role: "admin",
});
