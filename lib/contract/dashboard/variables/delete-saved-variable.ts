import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { VariablePath } from "../saved-variable";

export const deleteSavedVariable = defineOperation({
  id: "deleteSavedVariable",
  summary: "Delete a saved variable or secret",
  method: "DELETE",
  path: "/dashboard/variables/{id}",
  pathParams: VariablePath,
  response: z.object({ id: z.string() }),
});
