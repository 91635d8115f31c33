import { listLaunchVariables } from "@/lib/contract/dashboard/variables/list-launch-variables";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { readUsable } from "@/lib/server/variables/launch-variables";

export const listLaunchVariablesOperation = implementOperation(listLaunchVariables, async ({ query, user }) => {
  const { repository = [], model, pool } = query;
  const usable = await readUsable(await variableParts(), user, {
    repos: repository.filter((url) => URL.canParse(url)).map((url) => ({ url })),
    model: model ? { id: model } : undefined,
    env: pool === undefined ? undefined : { type: "pool", ...(pool ? { name: pool } : {}) },
  });
  return {
    variables: usable.map(({ id, name, scope, repository: of, kind, apply }) => ({
      id,
      name,
      scope,
      kind,
      apply,
      ...(of === null ? {} : { repository: of }),
    })),
  };
});
