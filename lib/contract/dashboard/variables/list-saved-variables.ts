import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { SavedVariable } from "../saved-variable";

export const listSavedVariables = defineOperation({
  id: "listSavedVariables",
  summary: "List the saved variables and secrets that you can use or manage",
  method: "GET",
  path: "/dashboard/variables",
  response: z.object({
    variables: z.array(SavedVariable.extend({ canChange: z.boolean(), canDelete: z.boolean() })),
    /** Whether the user can add variables of the team. */
    canChangeTeam: z.boolean(),
    /** Names can't start with this. */
    reservedPrefix: z.string(),
  }),
  role: "operator",
});
