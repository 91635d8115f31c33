import { z } from "zod";
import { defineOperation } from "../define-operation";

export const listRepositories = defineOperation({
  id: "listRepositories",
  summary: "List the repositories the caller can access",
  method: "GET",
  path: "/v1/repositories",
  response: z.looseObject({ items: z.array(z.looseObject({ url: z.string() })) }),
});
