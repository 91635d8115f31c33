import { z } from "zod";
import { defineOperation } from "../../define-operation";
import {
  ownerProblem,
  SavedVariable,
  VariableName,
  VariableValue,
  variableOwner,
  variableRules,
} from "../saved-variable";

export const addSavedVariable = defineOperation({
  id: "addSavedVariable",
  summary: "Save a variable or secret for the team, a repository or yourself",
  method: "POST",
  path: "/dashboard/variables",
  body: z
    .strictObject({ ...variableOwner, ...variableRules, name: VariableName, value: VariableValue })
    .superRefine(ownerProblem),
  response: SavedVariable,
  success: 201,
});
