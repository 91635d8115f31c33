import { maxSavedSecrets, maxSavedVariables, type SavedVariable } from "@/lib/contract/dashboard/saved-variable";
import { isMaskable } from "@/lib/model/masking/known-secrets";
import type { SavedVariableRow, SaveProblem } from "@/lib/server/db/saved-variables";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import type { VariableParts } from "@/lib/server/variables/dashboard-variables";
import { openValue } from "@/lib/server/variables/variable-value";

/** A variable as its users see it, without the value of a secret. */
export async function variableBody({ secret }: VariableParts, row: SavedVariableRow): Promise<SavedVariable> {
  const { id, name, scope, repository, kind, apply, models, pools, updatedAt, updatedBy, uses } = row;
  const value = kind === "variable" ? await openValue(row.sealed, await secret()).catch(() => undefined) : undefined;
  return {
    id,
    name,
    scope,
    kind,
    apply,
    models,
    pools,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
    uses,
    ...(repository === null ? {} : { repository }),
    ...(value === undefined ? {} : { value }),
    ...(row.lastUsedAt === null || row.lastAgentId === null
      ? {}
      : { lastUse: { at: row.lastUsedAt.toISOString(), agentId: row.lastAgentId } }),
  };
}

export function rejectField(field: string, problem: string): never {
  throw new OperationError({ status: 400, code: "validation_error", message: `${field}: ${problem}`, field });
}

/** Why a value can't be a secret's; `undefined` if it can. Values that can't be masked would be shown in transcripts. */
export const secretProblem = (value: string): string | undefined =>
  isMaskable(value)
    ? undefined
    : "too short to be masked: use at least 8 characters, or 16 if they are all letters, or save it as a variable";

/** Why a name can't be used; `undefined` if it can. */
export const nameProblem = (name: string, reservedPrefix: string): string | undefined =>
  name.startsWith(reservedPrefix) ? `can't start with ${reservedPrefix}` : undefined;

export function saveError(problem: SaveProblem): OperationError {
  if (problem === "full") {
    const message = `The limit of ${maxSavedVariables} variables is reached. Delete one and try again.`;
    return new OperationError({ status: 409, code: "too_many_variables", message });
  }
  if (problem === "secrets full") {
    const message = `The limit of ${maxSavedSecrets} secrets is reached. Delete one and try again.`;
    return new OperationError({ status: 409, code: "too_many_secrets", message });
  }
  const message = `name: ${problem.taken} already exists here. Edit it instead.`;
  return new OperationError({ status: 409, code: "variable_exists", message, field: "name" });
}

export const variableNotFound = () =>
  new OperationError({ status: 404, code: "not_found", message: "Variable not found." });
