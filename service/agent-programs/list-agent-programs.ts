import { asc } from "drizzle-orm";
import { listAgentPrograms } from "@/lib/contract/admin/list-agent-programs";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { isDetected } from "../runner/programs/install-program";
import { type AgentPreset, presets } from "../runner/programs/presets";
import { programBody } from "./program-rows";
import type { WithProgramLogins } from "./with-program-logins";

function presetBody([id, preset]: readonly [string, AgentPreset]) {
  const { displayName, version, keys, keyOptional = false } = preset;
  const found = isDetected(preset);
  return {
    id,
    displayName,
    package: preset.package,
    version,
    keys: [...keys],
    keyOptional,
    found,
  };
}

export const listAgentProgramsOperation = implement(
  listAgentPrograms,
  async (_call, context: Context & WithProgramLogins) => {
    const rows = await context.db
      .select()
      .from(agentPrograms)
      .orderBy(asc(agentPrograms.createdAt), asc(agentPrograms.name));
    return {
      items: rows.map((row) => programBody(context, row)),
      presets: Object.entries(presets).map(presetBody),
      fixed: Object.keys(context.settings.agents),
    };
  },
);
