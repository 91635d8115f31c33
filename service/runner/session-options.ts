import type { McpServer as ProtocolServer } from "@agentclientprotocol/sdk";
import type { McpServer } from "@/lib/contract/agents/mcp-server";
import { RunFailure } from "./run-failure";
import type { RunSpec } from "./run-spec";
import type { InitializeResponse, SessionState } from "./session-update";

type Pair = { name: string; value: string };

function pairs(record: Readonly<Record<string, string>> | undefined): Pair[] {
  return Object.entries(record ?? {}).map(([name, value]) => ({ name, value }));
}

function protocolServer(server: McpServer, agent: InitializeResponse): ProtocolServer {
  const { name, type, url, headers, auth, command, args, env } = server;
  if (type === "stdio") return { name, command: command ?? "", args: args ?? [], env: pairs(env) };
  const unsupported = (reason: string) => new RunFailure("mcp_not_supported", `MCP server "${name}": ${reason}`);
  if (auth) throw unsupported("the agent doesn't support OAuth");
  if (!agent.agentCapabilities?.mcpCapabilities?.[type]) throw unsupported(`the agent doesn't support ${type} servers`);
  return { type, name, url: url ?? "", headers: pairs(headers) };
}

/** Converts the run's MCP servers for the protocol. Throws if the agent doesn't support one. */
export function protocolServers(spec: RunSpec, agent: InitializeResponse): ProtocolServer[] {
  return spec.mcpServers.map((server) => protocolServer(server, agent));
}

/** Throws if the prompt contains images and the agent doesn't support them. */
export function assertImages(spec: RunSpec, agent: InitializeResponse): void {
  if (spec.prompt.images.length === 0 || agent.agentCapabilities?.promptCapabilities?.image) return;
  throw new RunFailure("images_not_supported", "the agent doesn't support images");
}

/** A setting to apply before the prompt. */
export type SessionSetting = { set: "mode"; modeId: string } | { set: "option"; configId: string; value: string };

const isPlan = (name: string) => /\bplan(?:ning)?\b/i.test(name);

/** An agent's modes, as session modes or as an option. */
interface ModeSwitch {
  current: unknown;
  modes: readonly { id: string; name?: string }[];
  to(id: string): SessionSetting;
}

function modeSwitches({ modes, configOptions }: SessionState): ModeSwitch[] {
  const options = (configOptions ?? []).filter(({ category }) => category === "mode");
  return [
    ...(modes ? [modes] : []).map(
      ({ currentModeId, availableModes }): ModeSwitch => ({
        current: currentModeId,
        modes: availableModes,
        to: (modeId) => ({ set: "mode", modeId }),
      }),
    ),
    ...options.map(
      (option): ModeSwitch => ({
        current: option.currentValue,
        modes: (option.options ?? []).map(({ value }) => ({ id: value })),
        to: (value) => ({ set: "option", configId: option.id, value }),
      }),
    ),
  ];
}

function modeSettings(mode: RunSpec["mode"], state: SessionState): SessionSetting[] {
  for (const { current, modes, to } of modeSwitches(state)) {
    const plan = modes.find(({ id, name = "" }) => isPlan(id) || isPlan(name));
    if (!plan) continue;
    if (mode === "plan") return current === plan.id ? [] : [to(plan.id)];
    if (current !== plan.id) return [];
    const preferred = modes.find(({ id }) => /^(?:agent|default|code|build)$/i.test(id));
    const other = preferred ?? modes.find(({ id }) => id !== plan.id);
    return other ? [to(other.id)] : [];
  }
  if (mode === "agent") return [];
  throw new RunFailure("mode_not_supported", "the agent doesn't support plan mode");
}

function parameterSettings(params: RunSpec["model"]["params"], { configOptions }: SessionState): SessionSetting[] {
  return params.map(({ id, value }) => {
    const option = configOptions?.find((each) => each.id === id);
    if (!option?.options?.some((choice) => choice.value === value)) {
      throw new RunFailure("invalid_model", `the agent doesn't support "${value}" for parameter "${id}"`);
    }
    return { set: "option", configId: id, value };
  });
}

/** Returns the session settings for the run's mode and parameters. Throws if the agent doesn't support them. */
export function sessionSettings(spec: Pick<RunSpec, "mode" | "model">, state: SessionState): SessionSetting[] {
  return [...modeSettings(spec.mode, state), ...parameterSettings(spec.model.params, state)];
}
