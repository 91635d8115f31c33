import { z } from "zod";
import { defineOperation } from "../../operation";
import { SavedVariable } from "../saved-variable";

export const listSavedVariables = defineOperation({
  id: "listSavedVariables",
  summary: "List the saved variables and secrets that you can use or manage",
  method: "GET",
  path: "/dashboard/variables",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({
    variables: z.array(SavedVariable.extend({ canChange: z.boolean(), canDelete: z.boolean() })),
    /** Whether the user can add variables of the team. */
    canChangeTeam: z.boolean(),
    /** Names can't start with this. */
    reservedPrefix: z.string(),
  }),
  family: "dashboard",
  role: "operator",
});
