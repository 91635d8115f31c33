import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const listActorNames = defineOperation({
  id: "listActorNames",
  summary: "List the names of users, groups, service accounts and a namespace's installed apps, by actor id",
  method: "GET",
  path: "/dashboard/actor-names",
  query: z.strictObject({ namespace: z.string().max(255).optional() }),
  /** Empty for a remote service, which doesn't report them. */
  response: z.object({ actors: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
