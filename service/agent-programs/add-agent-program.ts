import { addAgentProgram } from "@/lib/contract/admin/agent-programs/add-agent-program";
import { agentProgramName } from "@/lib/contract/admin/agent-programs/agent-program";
import { findPreset, presets } from "@/runner/programs/presets";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { isUniqueViolation } from "../core/store/unique-violation";
import { programBody, storedUsers } from "./program-rows";
import type { ProgramsContext } from "./programs-context";

const reserved: ReadonlySet<string> = new Set(["script", "script-agent"]);

export const addAgentProgramOperation = implement(addAgentProgram, async ({ body }, context: ProgramsContext) => {
  const { db, clock, cipher, settings, programChecks } = context;
  const { preset: presetId, command, env = {}, enabled = true, users = null } = body;
  if ((presetId === undefined) === (command === undefined)) {
    throw apiError.field(presetId === undefined ? "preset" : "command", "set either preset or command");
  }
  const preset = presetId === undefined ? undefined : findPreset(presetId);
  if (presetId !== undefined && !preset) {
    throw apiError.field("preset", `Preset ${presetId} not found. The presets are ${Object.keys(presets).join(", ")}`);
  }
  const name = body.name ?? presetId;
  if (name === undefined) throw apiError.field("name", "is required with command");
  agentProgramName.parse(name);
  if (reserved.has(name)) throw apiError.field("name", `${name} is built in`);
  if (name in settings.agents)
    throw apiError.field("name", `${name} is already defined in the AGENTS setting. Choose another name`);
  const now = clock.now();
  const values = {
    name,
    preset: presetId ?? null,
    version: preset?.version ?? null,
    command: command ?? null,
    secrets: cipher.seal(env),
    enabled,
    users: storedUsers(users),
    status: "testing" as const,
    detail: "",
    createdAt: now,
    updatedAt: now,
  };
  const [row] = await db
    .insert(agentPrograms)
    .values(values)
    .returning()
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw apiError.agents(409, "agent_program_exists", `name: Agent program ${name} already exists`, "name");
    });
  if (!row) throw new Error("the agent program was not stored");
  return programBody(context, await programChecks.start(row));
});
