import { z } from "zod";
import { defineOperation } from "../../operation";
import { UserApiToken } from "./api-token";

export const listUserApiTokens = defineOperation({
  id: "listUserApiTokens",
  summary: "List the active API tokens of all users",
  method: "GET",
  path: "/dashboard/user-tokens",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({ tokens: z.array(UserApiToken) }),
  family: "dashboard",
  role: "admin",
});
