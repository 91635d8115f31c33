import { join } from "node:path";
import { projectRoot } from "@/lib/core/settings/project-root";
import type { Settings } from "@/lib/core/settings/settings";

/** Id of the built-in agent, as a model. */
export const scriptModel = "script";

/** The programs that run agents, by the id of their model: the built-in one and the configured ones (`AGENTS`). */
export function agentCommands(settings: Pick<Settings, "agents">): Map<string, readonly string[]> {
  const script = [process.execPath, join(projectRoot, "dist", "script-agent.mjs")];
  const configured = Object.entries(settings.agents).map(([id, { command }]) => [id, command] as const);
  return new Map([[scriptModel, script], ...configured]);
}
