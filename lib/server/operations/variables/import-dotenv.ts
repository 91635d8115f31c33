import { maxSavedVariables } from "@/lib/contract/dashboard/saved-variable";
import { importDotenv } from "@/lib/contract/dashboard/variables/import-dotenv";
import { saveVariables, variableNames } from "@/lib/server/db/saved-variables";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { variableLabel } from "@/lib/server/variables/launch-variables";
import { sealValue } from "@/lib/server/variables/variable-value";
import { readDotenv } from "./read-dotenv";
import { requireOwner } from "./variable-access";
import { rejectField, saveError } from "./variable-body";

export const importDotenvOperation = implementOperation(importDotenv, async ({ body, user, note }) => {
  const parts = await variableParts();
  const { store, service, secret, reservedPrefix } = parts;
  const { kind, apply, models, pools } = body;
  const owner = await requireOwner(parts, user, body);
  const names = await variableNames(store, owner);
  const { entries, variables } = readDotenv(body.text, { kind, reservedPrefix, names });
  if (variables.length === 0) rejectField("text", "has no valid variables");
  if (variables.length > maxSavedVariables) rejectField("text", `must have at most ${maxSavedVariables} variables`);
  note({ variables: variables.map(({ name }) => variableLabel({ ...owner, name })) });
  if (kind === "secret") service.secrets?.remember(variables.map(({ value }) => value));
  const sealedWith = await secret();
  const changed = { updatedAt: new Date(service.clock.now()), updatedBy: user.email };
  const rows = await Promise.all(
    variables.map(async ({ name, value }) => ({
      id: service.ids.uuid(),
      ...owner,
      name,
      kind,
      apply,
      models,
      pools,
      ...changed,
      sealed: await sealValue(value, sealedWith),
    })),
  );
  const result = await saveVariables(store, rows, { overwrite: true });
  if ("problem" in result) throw saveError(result.problem);
  return { entries };
});
