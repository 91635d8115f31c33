import type { AgentProgramOffer } from "@/lib/contract/admin/agent-programs/agent-program";
import { truncateText } from "@/lib/core/plain-text";
import type { AgentDescription } from "../agent/describe-agent";
import { modeParameter } from "../agent/session-options";
import type { AgentPreset } from "../programs/presets";

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
