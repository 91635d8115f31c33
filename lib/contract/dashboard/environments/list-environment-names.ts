import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const listEnvironmentNames = defineOperation({
  id: "listEnvironmentNames",
  summary: "List the team's named environments with their number of repositories, sorted by name",
  method: "GET",
  path: "/dashboard/environment-names",
  query: z.strictObject({}),
  /** Empty for a remote service, which doesn't list them. */
  response: z.object({ environments: z.array(z.object({ name: z.string(), repositories: z.number().int() })) }),
});
