import { addSavedVariable } from "@/lib/contract/dashboard/variables/add-saved-variable";
import { saveVariables } from "@/lib/server/db/saved-variables";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { variableLabel } from "@/lib/server/variables/launch-variables";
import { sealValue } from "@/lib/server/variables/variable-value";
import { requireOwner } from "./variable-access";
import { nameProblem, rejectField, saveError, secretProblem, variableBody } from "./variable-body";

export const addSavedVariableOperation = implementOperation(addSavedVariable, async ({ body, user, note }) => {
  const parts = await variableParts();
  const { store, service, secret, reservedPrefix } = parts;
  const { name, value, kind, apply, models, pools } = body;
  const owner = await requireOwner(parts, user, body);
  note({ variables: [variableLabel({ ...owner, name })] });
  const reserved = nameProblem(name, reservedPrefix);
  if (reserved) rejectField("name", reserved);
  const unsafe = kind === "secret" ? secretProblem(value) : undefined;
  if (unsafe) rejectField("value", unsafe);
  if (kind === "secret") service.secrets?.remember([value]);
  const result = await saveVariables(
    store,
    [
      {
        id: service.ids.uuid(),
        ...owner,
        name,
        kind,
        apply,
        models,
        pools,
        sealed: await sealValue(value, await secret()),
        updatedAt: new Date(service.clock.now()),
        updatedBy: user.email,
      },
    ],
    { overwrite: false },
  );
  if ("problem" in result) throw saveError(result.problem);
  const [row] = result.saved;
  if (!row) throw new Error("the variable was not stored");
  return variableBody(parts, row);
});
