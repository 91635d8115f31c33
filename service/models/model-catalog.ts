import type { ModelEntry, ModelSelection } from "@/lib/contract/agents/model";
import type { Settings } from "@/lib/core/settings/settings";
import { apiError } from "../core/http/api-error";
import { agentCommands, scriptModel } from "../runner/agent-commands";
import { RunFailure } from "../runner/run-failure";

/** A validated model selection. */
export interface ResolvedModel {
  id: string;
  params: { id: string; value: string }[];
}

export interface AgentCatalog {
  /** Entries of `GET /v1/models`. */
  entries: readonly ModelEntry[];
  /**
   * Resolves a selection by id or alias; without one, the first of `defaults` that exists. Throws 400 `invalid_model` for
   * an unknown model or parameter, with its path below `field`.
   */
  resolve(selection: ModelSelection | undefined, defaults: readonly (string | null)[], field?: string): ResolvedModel;
  /** Returns the command that runs a model. Throws when the model is no longer configured. */
  command(modelId: string): readonly string[];
}

export interface WithCatalog {
  catalog: AgentCatalog;
}

const scriptEntry: ModelEntry = {
  id: scriptModel,
  displayName: "Script agent",
  description:
    "Built in. Runs the sh, file and diff blocks in your prompt; without any, it searches the repository. No model is involved.",
  aliases: ["script-agent"],
  variants: [{ params: [], displayName: "Script agent", isDefault: true }],
};

/** Builds the catalog: the built-in script agent and the configured agents (`AGENTS`). */
export function createCatalog(settings: Pick<Settings, "agents">): AgentCatalog {
  const commands = agentCommands(settings);
  const configured = Object.entries(settings.agents).map(([id, { command: _, ...shown }]): ModelEntry => {
    const displayName = shown.displayName ?? id;
    return { id, ...shown, displayName, variants: [{ params: [], displayName, isDefault: true }] };
  });
  const entries = [scriptEntry, ...configured];
  const find = (name: string) => entries.find((entry) => entry.id === name || entry.aliases?.includes(name));

  return {
    entries,
    resolve(selection, defaults, field = "model") {
      if (!selection) {
        const chosen = defaults.map((name) => name && find(name)).find((entry) => entry) || scriptEntry;
        return { id: chosen.id, params: [] };
      }
      const entry = find(selection.id);
      if (!entry) {
        const at = `${field}.id`;
        throw apiError.agents(400, "invalid_model", `${at}: Model '${selection.id}' is not available`, at);
      }
      for (const [index, { id, value }] of (selection.params ?? []).entries()) {
        const parameter = entry.parameters?.find((known) => known.id === id);
        if (!parameter?.values.some((known) => known.value === value)) {
          const at = `${field}.params.${index}`;
          throw apiError.agents(400, "invalid_model", `${at}: Model '${entry.id}' doesn't support ${id}=${value}`, at);
        }
      }
      return { id: entry.id, params: selection.params ?? [] };
    },
    command(modelId) {
      const command = commands.get(modelId);
      if (!command) throw new RunFailure("invalid_model", `Model ${modelId} is no longer configured`);
      return command;
    },
  };
}
