import { CreateAgentBody, createAgent } from "@/lib/contract/agents/create-agent";
import { savedVariablesHeader } from "@/lib/contract/saved-variables-header";
import { recordUse } from "@/lib/server/db/saved-variables";
import type { ExtendedWrite, WriteToExtend } from "@/lib/server/gateway/extended-write";
import type { VariableParts } from "./dashboard-variables";
import { launchVariables, variableLabel } from "./launch-variables";

/** Adds saved variables to a launch. Values in the request win. Other writes are forwarded unchanged. */
export async function extendLaunch(
  readParts: () => Promise<VariableParts>,
  { operation, body, headers, user }: WriteToExtend,
): Promise<ExtendedWrite | undefined> {
  if (operation.id !== createAgent.id) return undefined;
  const parts = await readParts();
  const launch = CreateAgentBody.parse(body);
  const saved = await launchVariables(parts, user, { body: launch, header: headers.get(savedVariablesHeader) });
  if (!saved) return undefined;
  const { store, service } = parts;
  const { rows } = saved;
  return {
    // The body was validated; fields that the contract doesn't know are kept.
    bytes: Buffer.from(JSON.stringify({ ...Object(body), envVars: { ...saved.envVars, ...launch.envVars } })),
    detail: { variables: rows.map(variableLabel) },
    async onResponse(response) {
      const created = createAgent.response.safeParse(await response.json());
      if (!created.success) return {};
      const { id: agentId } = created.data.agent;
      const ids = rows.map(({ id }) => id);
      await recordUse(store, ids, { at: new Date(service.clock.now()), agentId });
      return { agentId };
    },
  };
}
