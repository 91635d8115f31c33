import { z } from "zod";
import { defineOperation } from "../operation";
import { NoQuery } from "./pagination";

export const listRepositories = defineOperation({
  id: "listRepositories",
  summary: "List the repositories the caller can access",
  method: "GET",
  path: "/v1/repositories",
  pathParams: z.object({}),
  query: NoQuery,
  response: z.looseObject({ items: z.array(z.looseObject({ url: z.string() })) }),
  family: "agents",
});
