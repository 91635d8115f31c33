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
  const refuse = (reason: string) => new RunFailure("mcp_not_supported", `tool server "${name}": ${reason}`);
  if (auth) throw refuse("the agent can't sign in with OAuth");
  if (!agent.agentCapabilities?.mcpCapabilities?.[type]) throw refuse(`the agent has no ${type} tool servers`);
  return { type, name, url: url ?? "", headers: pairs(headers) };
}

/** The run's tool servers in the protocol's terms. Throws on one that the agent can't be given. */
export function protocolServers(spec: RunSpec, agent: InitializeResponse): ProtocolServer[] {
  return spec.mcpServers.map((server) => protocolServer(server, agent));
}

/** Throws when the prompt holds images and the agent takes none. */
export function assertImages(spec: RunSpec, agent: InitializeResponse): void {
  if (spec.prompt.images.length === 0 || agent.agentCapabilities?.promptCapabilities?.image) return;
  throw new RunFailure("images_not_supported", "the agent takes no images");
}

/** What has to be set before the prompt. */
export type SessionSetting = { set: "mode"; modeId: string } | { set: "option"; configId: string; value: string };

const isPlan = (name: string) => /\bplan(?:ning)?\b/i.test(name);

function modeSettings(mode: RunSpec["mode"], { modes, configOptions }: SessionState): SessionSetting[] {
  const available = modes?.availableModes ?? [];
  const plan = available.find(({ id, name }) => isPlan(id) || isPlan(name));
  if (mode === "agent") {
    if (!modes || !plan || modes.currentModeId !== plan.id) return [];
    const usual = available.find(({ id }) => /^(?:agent|default|code|build)$/i.test(id));
    const other = usual ?? available.find(({ id }) => id !== plan.id);
    return other ? [{ set: "mode", modeId: other.id }] : [];
  }
  if (plan) return modes?.currentModeId === plan.id ? [] : [{ set: "mode", modeId: plan.id }];
  for (const option of configOptions ?? []) {
    const choice = option.category === "mode" && option.options?.find(({ value }) => isPlan(value));
    if (choice) return [{ set: "option", configId: option.id, value: choice.value }];
  }
  throw new RunFailure("mode_not_supported", "the agent has no plan mode");
}

function parameterSettings(params: RunSpec["model"]["params"], { configOptions }: SessionState): SessionSetting[] {
  return params.map(({ id, value }) => {
    const option = configOptions?.find((each) => each.id === id);
    if (!option?.options?.some((choice) => choice.value === value)) {
      throw new RunFailure("invalid_model", `the agent has no parameter "${id}" with the value "${value}"`);
    }
    return { set: "option", configId: id, value };
  });
}

/** Mode and parameters of the run as settings of its session. Throws on what the agent can't honour. */
export function sessionSettings(spec: RunSpec, state: SessionState): SessionSetting[] {
  return [...modeSettings(spec.mode, state), ...parameterSettings(spec.model.params, state)];
}
