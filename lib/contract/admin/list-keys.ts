import { z } from "zod";
import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { AccountPath } from "./account";

export const listKeys = defineOperation({
  id: "listKeys",
  summary: "List a team's active API keys",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/keys",
  pathParams: AccountPath,
  query: NoQuery,
  response: z.looseObject({
    keys: z.array(z.looseObject({ id: z.string(), name: z.string(), owner: z.string(), createdAt: z.string() })),
  }),
  family: "admin",
  role: "admin",
});
