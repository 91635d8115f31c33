import type { AgentProgramOffer } from "@/lib/contract/admin/agent-program";
import type { AgentDescription } from "../describe-agent";
import { truncateText } from "../plain-text";
import { modeParameter } from "../session-options";
import type { AgentPreset } from "./presets";

const maxChoices = 200;

type Choices = AgentProgramOffer["models"];

function bounded(choices: AgentDescription["models"]): Choices {
  return choices
    .slice(0, maxChoices)
    .map(({ id, name, description }) => ({ id, name, ...(description ? { description } : {}) }));
}

/** What a program offers, of which the catalog keeps a bounded part. */
export function programOffer(
  { program, models, options, commands, planMode, images, continues }: AgentDescription,
  preset: Pick<AgentPreset, "onlyMode"> | undefined,
): AgentProgramOffer {
  const offered = preset?.onlyMode ? options.filter(({ id }) => id !== modeParameter) : options;
  return {
    ...(program ? { version: program.version } : {}),
    models: bounded(models),
    options: offered.slice(0, maxChoices).map(({ id, name, values }) => ({ id, name, values: bounded(values) })),
    commands: commands.slice(0, maxChoices).map(({ name, description }) => ({
      name: truncateText(name, 100),
      ...(description ? { description: truncateText(description, 300) } : {}),
    })),
    planMode,
    images,
    continues,
  };
}
