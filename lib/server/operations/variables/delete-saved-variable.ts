import { deleteSavedVariable } from "@/lib/contract/dashboard/variables/delete-saved-variable";
import { deleteVariable } from "@/lib/server/db/saved-variables";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { variableLabel } from "@/lib/server/variables/launch-variables";
import { requireVariable } from "./variable-access";
import { variableNotFound } from "./variable-body";

export const deleteSavedVariableOperation = implementOperation(
  deleteSavedVariable,
  async ({ params: { id }, user, note }) => {
    const parts = await variableParts();
    const row = await requireVariable(parts, user, { id, to: "canDelete" });
    note({ variables: [variableLabel(row)] });
    if (!(await deleteVariable(parts.store, id))) throw variableNotFound();
    return { id };
  },
);
