import { asc } from "drizzle-orm";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { isDetected } from "@/runner/programs/install-program";
import { type AgentPreset, presets } from "@/runner/programs/presets";
import { implement } from "../core/http/implement";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { programBody } from "./program-rows";
import type { ProgramsContext } from "./programs-context";

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

export const listAgentProgramsOperation = implement(listAgentPrograms, async (_call, context: ProgramsContext) => {
  const rows = await context.db
    .select()
    .from(agentPrograms)
    .orderBy(asc(agentPrograms.createdAt), asc(agentPrograms.name));
  return {
    items: rows.map((row) => programBody(context, row)),
    presets: Object.entries(presets).map(presetBody),
    fixed: Object.keys(context.settings.agents),
  };
});
