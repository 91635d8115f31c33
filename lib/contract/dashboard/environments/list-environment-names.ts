import { z } from "zod";
import { defineOperation } from "../../operation";

export const listEnvironmentNames = defineOperation({
  id: "listEnvironmentNames",
  summary: "List the team's named environments with their number of repositories, sorted by name",
  method: "GET",
  path: "/dashboard/environment-names",
  pathParams: z.object({}),
  query: z.strictObject({}),
  /** Empty for a remote service, which doesn't list them. */
  response: z.object({ environments: z.array(z.object({ name: z.string(), repositories: z.number().int() })) }),
  family: "dashboard",
});
