import { join } from "node:path";
import { projectRoot } from "@/lib/core/settings/project-root";
import type { Settings } from "@/lib/core/settings/settings";

/** Model id of the built-in agent. */
export const scriptModel = "script";

/** Returns the agent program of a model id: `claude` for `claude/opus`. */
export function programOf(modelId: string): string {
  return modelId.split("/", 1)[0] ?? modelId;
}

/** Returns the commands of the built-in and the configured agents (`AGENTS`) by model id. */
export function agentCommands(settings: Pick<Settings, "agents">): Map<string, readonly string[]> {
  const script = [process.execPath, join(projectRoot, "dist", "script-agent.mjs")];
  const configured = Object.entries(settings.agents).map(([id, { command }]) => [id, command] as const);
  return new Map([[scriptModel, script], ...configured]);
}
