import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { SavedVariable, VariablePath, VariableValue, variableRules } from "../saved-variable";

export const updateSavedVariable = defineOperation({
  id: "updateSavedVariable",
  summary: "Change a saved variable or secret",
  method: "PATCH",
  path: "/dashboard/variables/{id}",
  pathParams: VariablePath,
  /** A secret becomes a variable only together with a new value. */
  body: z.strictObject({ ...variableRules, value: VariableValue }).partial(),
  response: SavedVariable,
});
