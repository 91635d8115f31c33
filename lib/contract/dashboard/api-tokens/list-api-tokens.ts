import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { ApiToken } from "./api-token";

export const listApiTokens = defineOperation({
  id: "listApiTokens",
  summary: "List your API tokens, including those that ended in the last 30 days",
  method: "GET",
  path: "/dashboard/tokens",
  response: z.object({ tokens: z.array(ApiToken) }),
});
