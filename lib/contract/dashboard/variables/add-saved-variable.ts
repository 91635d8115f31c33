import { z } from "zod";
import { defineOperation } from "../../operation";
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
  pathParams: z.object({}),
  query: z.object({}),
  body: z
    .strictObject({ ...variableOwner, ...variableRules, name: VariableName, value: VariableValue })
    .superRefine(ownerProblem),
  response: SavedVariable,
  success: 201,
  family: "dashboard",
});
