import type { McpServer as ProtocolServer } from "@agentclientprotocol/sdk";
import type { McpServer } from "@/lib/contract/agents/mcp-server";
import { RunFailure } from "../limits/run-failure";
import type { RunSpec } from "../run/run-spec";
import type { InitializeResponse, SessionState } from "../transcript/session-update";

type Pair = { name: string; value: string };

function pairs(record: Readonly<Record<string, string>> | undefined): Pair[] {
  return Object.entries(record ?? {}).map(([name, value]) => ({ name, value }));
}

function protocolServer(server: McpServer, agent: InitializeResponse): ProtocolServer {
  const { name, type, url, headers, command, args, env } = server;
  if (type === "stdio") return { name, command: command ?? "", args: args ?? [], env: pairs(env) };
  if (!agent.agentCapabilities?.mcpCapabilities?.[type]) {
    throw new RunFailure("mcp_not_supported", `MCP server "${name}": the agent doesn't support ${type} servers`);
  }
  return { type, name, url: url ?? "", headers: pairs(headers) };
}

/** Converts the run's MCP servers for the protocol. Throws if the agent doesn't support one. */
export function protocolServers(spec: Pick<RunSpec, "mcpServers">, agent: InitializeResponse): ProtocolServer[] {
  return spec.mcpServers.map((server) => protocolServer(server, agent));
}

/** Throws if the prompt contains images and the agent doesn't support them. */
export function assertImages(spec: RunSpec, agent: InitializeResponse): void {
  if (spec.prompt.images.length === 0 || agent.agentCapabilities?.promptCapabilities?.image) return;
  throw new RunFailure("images_not_supported", "the agent doesn't support images");
}

/** A setting to apply before the prompt. */
export type SessionSetting =
  | { set: "mode"; modeId: string }
  | { set: "model"; modelId: string }
  | { set: "option"; configId: string; value: string };

const isPlan = (name: string) => /\bplan(?:ning)?\b/i.test(name);

interface NamedChoice {
  id: string;
  name?: string | undefined;
  description?: string | null | undefined;
}

/** Alternatives of which the session uses one, as modes or models of the session or as an option. */
interface Switch {
  current: unknown;
  choices: readonly NamedChoice[];
  to(id: string): SessionSetting;
}

function optionSwitches(
  { configOptions }: SessionState,
  category: string,
  ids: readonly string[],
): (Switch & { optionId: string })[] {
  return (configOptions ?? [])
    .filter((option) => option.category === category || ids.includes(option.id))
    .map((option) => ({
      optionId: option.id,
      current: option.currentValue,
      choices: (option.options ?? []).map(({ value, name, description }) => ({ id: value, name, description })),
      to: (value) => ({ set: "option", configId: option.id, value }),
    }));
}

/** Some agents have a plan mode in addition to their permission modes. */
const modeOptionIds = ["mode", "collaboration_mode"];

function modeSwitches(state: SessionState): Switch[] {
  const { modes } = state;
  const own: Switch[] = modes
    ? [{ current: modes.currentModeId, choices: modes.availableModes, to: (modeId) => ({ set: "mode", modeId }) }]
    : [];
  return [...own, ...optionSwitches(state, "mode", modeOptionIds)];
}

function modelSwitches(state: SessionState): Switch[] {
  const { models } = state;
  const own: Switch[] = models
    ? [
        {
          current: models.currentModelId,
          choices: models.availableModels.map(({ modelId, name, description }) => ({ id: modelId, name, description })),
          to: (modelId) => ({ set: "model", modelId }),
        },
      ]
    : [];
  return [...optionSwitches(state, "model", []), ...own];
}

export interface SessionChoices {
  choices: readonly NamedChoice[];
  current: string | undefined;
  /** Ids of the options that these are values of. */
  optionIds: readonly string[];
}

function choicesOf(found: Switch | undefined, optionIds: readonly string[]): SessionChoices {
  const current = typeof found?.current === "string" ? found.current : undefined;
  return { choices: found?.choices ?? [], current, optionIds };
}

/** The modes of a session in which it can make changes. `plan`: one of them, or of another option, makes none. */
export function modeChoices(state: SessionState): SessionChoices & { plan: boolean } {
  const switches = modeSwitches(state);
  const optionIds = optionSwitches(state, "mode", modeOptionIds).map(({ optionId }) => optionId);
  const found = choicesOf(switches[0], optionIds);
  const choices = found.choices.filter((each) => !isPlanChoice(each));
  return { ...found, choices, plan: switches.some((each) => planOf(each) !== undefined) };
}

/** The models of a session. */
export function modelChoices(state: SessionState): SessionChoices {
  const optionIds = optionSwitches(state, "model", []).map(({ optionId }) => optionId);
  return choicesOf(modelSwitches(state)[0], optionIds);
}

const isPlanChoice = ({ id, name = "" }: NamedChoice) => isPlan(id) || isPlan(name);
const planOf = ({ choices }: Switch) => choices.find(isPlanChoice);

function modeSettings(mode: RunSpec["mode"], state: SessionState): SessionSetting[] {
  for (const each of modeSwitches(state)) {
    const { current, choices, to } = each;
    const plan = planOf(each);
    if (!plan) continue;
    if (mode === "plan") return current === plan.id ? [] : [to(plan.id)];
    if (current !== plan.id) return [];
    const preferred = choices.find(({ id }) => /^(?:agent|default|code|build)$/i.test(id));
    const other = preferred ?? choices.find(({ id }) => id !== plan.id);
    return other ? [to(other.id)] : [];
  }
  if (mode === "agent") return [];
  throw new RunFailure("mode_not_supported", "the agent doesn't support plan mode");
}

/** The parameter that selects the session mode of runs that can make changes. */
export const modeParameter = "mode";

function parameterSettings(params: RunSpec["model"]["params"], { configOptions }: SessionState): SessionSetting[] {
  return params.flatMap(({ id, value }): SessionSetting[] => {
    if (id === modeParameter) return [];
    const option = configOptions?.find((each) => each.id === id);
    if (!option?.options?.some((choice) => choice.value === value)) {
      throw new RunFailure("invalid_model", `the agent doesn't support "${value}" for parameter "${id}"`);
    }
    return [{ set: "option", configId: id, value }];
  });
}

/** The defaults that the session supports. Its options depend on the model, so other defaults are ignored. */
function defaultSettings(
  { model, agent }: Pick<RunSpec, "model" | "agent">,
  { configOptions }: SessionState,
): SessionSetting[] {
  return Object.entries(agent?.options ?? {}).flatMap(([id, value]): SessionSetting[] => {
    if (id === modeParameter) return [];
    const option = configOptions?.find((each) => each.id === id);
    const applies = option?.options?.some((choice) => choice.value === value) && option.currentValue !== value;
    const isSet = model.params.some((param) => param.id === id);
    return applies && !isSet ? [{ set: "option", configId: id, value }] : [];
  });
}

function modelSettings(model: string | undefined, state: SessionState): SessionSetting[] {
  if (model === undefined) return [];
  for (const { current, choices, to } of modelSwitches(state)) {
    if (choices.some(({ id }) => id === model)) return current === model ? [] : [to(model)];
  }
  throw new RunFailure("invalid_model", `the agent doesn't have the model "${model}"`);
}

/** Returns the setting that selects the run's mode, or the agent's configured one. None if it is selected. */
function configuredMode(
  { mode: runMode, model, agent }: Pick<RunSpec, "mode" | "model" | "agent">,
  state: SessionState,
): SessionSetting[] {
  const parameter = model.params.find(({ id }) => id === modeParameter)?.value;
  const mode = parameter ?? agent?.options?.[modeParameter] ?? agent?.mode;
  if (mode === undefined || runMode === "plan") return [];
  const switches = modeSwitches(state);
  const found = switches.find(({ choices }) => choices.some(({ id }) => id === mode));
  if (found) return found.current === mode ? [] : [found.to(mode)];
  const known = [...new Set(switches.flatMap(({ choices }) => choices.map(({ id }) => id)))].slice(0, 20).join(", ");
  throw new RunFailure(
    "mode_not_supported",
    `the agent has no mode "${mode}"${known === "" ? "" : `; it has ${known}`}`,
  );
}

/** Returns the session settings for the run's mode and model. Throws if the agent doesn't support them. */
export function sessionSettings(
  spec: Pick<RunSpec, "mode" | "model" | "agent">,
  state: SessionState,
): SessionSetting[] {
  return [
    ...modeSettings(spec.mode, state),
    ...configuredMode(spec, state),
    ...modelSettings(spec.agent?.model, state),
  ];
}

/**
 * Returns the session settings for the run's parameters and the agent's defaults. A model can change which options there
 * are, so `state` is the one after it was selected. Throws if the agent doesn't support a parameter.
 */
export function optionSettings(spec: Pick<RunSpec, "model" | "agent">, state: SessionState): SessionSetting[] {
  return [...defaultSettings(spec, state), ...parameterSettings(spec.model.params, state)];
}
