import { z } from "zod";
import { defineOperation } from "../../operation";
import { SavedVariable, VariablePath, VariableValue, variableRules } from "../saved-variable";

export const updateSavedVariable = defineOperation({
  id: "updateSavedVariable",
  summary: "Change a saved variable or secret",
  method: "PATCH",
  path: "/dashboard/variables/{id}",
  pathParams: VariablePath,
  query: z.object({}),
  /** A secret becomes a variable only together with a new value. */
  body: z.strictObject({ ...variableRules, value: VariableValue }).partial(),
  response: SavedVariable,
  family: "dashboard",
});
