import { join } from "node:path";
import type { ModelEntry, ModelSelection } from "@/lib/contract/agents/model";
import type { Settings } from "@/lib/settings/settings";
import { refuse } from "../http/refusal";
import { projectRoot } from "../project-root";
import { RunFailure } from "../runner/run-failure";

export const scriptModel = "script";

/** A model of the catalogue, chosen and checked. */
export interface ResolvedModel {
  id: string;
  params: { id: string; value: string }[];
}

export interface AgentCatalogue {
  /** Entries of `GET /v1/models`. */
  entries: readonly ModelEntry[];
  /** The model a selection names by id or alias; the first of `defaults` that exists when nothing is selected. */
  resolve(selection: ModelSelection | undefined, defaults: readonly (string | null)[]): ResolvedModel;
  /** The program that runs a model. Throws when it is no longer configured. */
  command(modelId: string): readonly string[];
}

const scriptEntry: ModelEntry = {
  id: scriptModel,
  displayName: "Script agent",
  description:
    "Built in, and no language model: runs the prompt's fenced sh, file and diff blocks; without any it searches the repository.",
  aliases: ["script-agent"],
  variants: [{ params: [], displayName: "Script agent", isDefault: true }],
};

/** Builds the catalogue: the built-in script agent and the configured agents (`AGENTS`). */
export function createCatalogue(settings: Pick<Settings, "agents">): AgentCatalogue {
  const script = [process.execPath, join(projectRoot, "dist", "script-agent.mjs")];
  const commands = new Map<string, readonly string[]>([[scriptModel, script], ...Object.entries(settings.agents)]);
  const entries = [...commands.keys()].map(
    (id): ModelEntry =>
      id === scriptModel
        ? scriptEntry
        : { id, displayName: id, variants: [{ params: [], displayName: id, isDefault: true }] },
  );
  const find = (name: string) => entries.find((entry) => entry.id === name || entry.aliases?.includes(name));

  return {
    entries,
    resolve(selection, defaults) {
      if (!selection) {
        const chosen = defaults.map((name) => name && find(name)).find((entry) => entry) || scriptEntry;
        return { id: chosen.id, params: [] };
      }
      const entry = find(selection.id);
      if (!entry) {
        throw refuse.agents(400, "invalid_model", `model.id: Model '${selection.id}' is not available`, "model.id");
      }
      for (const [index, { id, value }] of (selection.params ?? []).entries()) {
        const parameter = entry.parameters?.find((known) => known.id === id);
        if (!parameter?.values.some((known) => known.value === value)) {
          const field = `model.params.${index}`;
          throw refuse.agents(400, "invalid_model", `${field}: Model '${entry.id}' has no ${id}=${value}`, field);
        }
      }
      return { id: entry.id, params: selection.params ?? [] };
    },
    command(modelId) {
      const command = commands.get(modelId);
      if (!command) throw new RunFailure("invalid_model", `The model ${modelId} is no longer configured`);
      return command;
    },
  };
}
