import { listSavedVariables } from "@/lib/contract/dashboard/variables/list-saved-variables";
import { roleAllows } from "@/lib/contract/operation";
import { variablesFor } from "@/lib/server/db/saved-variables";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { mapConcurrently } from "@/lib/server/operations/pulls/map-concurrently";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { variableAccess } from "./variable-access";
import { variableBody } from "./variable-body";

export const listSavedVariablesOperation = implementOperation(listSavedVariables, async ({ user }) => {
  const parts = await variableParts();
  const rows = await variablesFor(parts.store, user.id);
  const owners = [...new Map(rows.map((row) => [`${row.scope} ${row.owner}`, row])).entries()];
  const accesses = new Map(
    await mapConcurrently(owners, async ([key, row]) => [key, await variableAccess(parts, user, row)] as const),
  );
  const variables = await Promise.all(
    rows.map(async (row) => {
      const access = accesses.get(`${row.scope} ${row.owner}`);
      if (!access || !(access.canUse || access.canDelete)) return [];
      const { value, ...body } = await variableBody(parts, row);
      const { canUse, canChange, canDelete } = access;
      return [{ ...body, ...(canUse && value !== undefined ? { value } : {}), canChange, canDelete }];
    }),
  );
  const { reservedPrefix } = parts;
  return { variables: variables.flat(), canChangeTeam: roleAllows(user.role, "admin"), reservedPrefix };
});
