import { updateSavedVariable } from "@/lib/contract/dashboard/variables/update-saved-variable";
import { changeVariable } from "@/lib/server/db/saved-variables";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { variableLabel } from "@/lib/server/variables/launch-variables";
import { openValue, sealValue } from "@/lib/server/variables/variable-value";
import { requireVariable } from "./variable-access";
import { rejectField, saveError, secretProblem, variableBody, variableNotFound } from "./variable-body";

export const updateSavedVariableOperation = implementOperation(
  updateSavedVariable,
  async ({ params: { id }, body: { value, ...rules }, user, note }) => {
    const parts = await variableParts();
    const { store, service, secret } = parts;
    const before = await requireVariable(parts, user, { id, to: "canChange" });
    note({
      variables: [variableLabel(before)],
      changed: [...Object.keys(rules), ...(value === undefined ? [] : ["value"])],
    });
    const secretKey = await secret();
    const kind = rules.kind ?? before.kind;
    if (before.kind === "secret" && kind === "variable" && value === undefined) {
      rejectField("value", "is required to make a secret readable");
    }
    if (kind === "secret" && (value !== undefined || before.kind === "variable")) {
      const saved = () => openValue(before.sealed, secretKey).catch(() => rejectField("value", "is required"));
      const hidden = value ?? (await saved());
      const unsafe = secretProblem(hidden);
      if (unsafe) rejectField("value", unsafe);
      service.secrets?.remember([hidden]);
    }
    const result = await changeVariable(store, id, {
      ...rules,
      ...(value === undefined ? {} : { sealed: await sealValue(value, secretKey) }),
      updatedAt: new Date(service.clock.now()),
      updatedBy: user.email,
    });
    if ("problem" in result) throw saveError(result.problem);
    if (!result.row) throw variableNotFound();
    return variableBody(parts, result.row);
  },
);
