import { client } from "@agentclientprotocol/sdk";
import { untilAborted } from "@/lib/core/until-aborted";
import type { AgentProcess } from "../process/agent-process";
import { withHandshakeWatch } from "../process/handshake-watch";
import type { RunSandbox } from "../sandbox/run-sandbox";
import type { Command, InitializeResponse, SessionState } from "../transcript/session-update";
import type { Workspace } from "../workspace/workspace";
import { keyVariables } from "./authentication";
import { connectAgent } from "./connect-agent";
import {
  type AgentDefinition,
  type IsolatedAgent,
  type IsolationContext,
  withAgentProcess,
  withIsolatedAgent,
} from "./isolated-agent";
import { initialize, openSession } from "./open-session";
import { ReportedOptions } from "./reported-options";
import { modeChoices, modelChoices, modeParameter, type SessionChoices } from "./session-options";

interface Choice {
  id: string;
  name: string;
  description?: string | undefined;
}

/** What an agent program offers, as it reports it when a session is opened. */
export interface AgentDescription {
  /** Name and version of the program. */
  program: { name: string; version: string } | undefined;
  models: readonly Choice[];
  currentModel: string | undefined;
  /** The agent can plan without making changes. */
  planMode: boolean;
  /** Settings of the session other than the model. The first is the mode, if the agent has several that make changes. */
  options: readonly (Choice & { current: unknown; values: readonly Choice[] })[];
  /** Slash commands. */
  commands: readonly { name: string; description: string; hint?: string | undefined }[];
  images: boolean;
  /** The agent continues its sessions in follow-ups. */
  continues: boolean;
  mcp: { http: boolean; sse: boolean };
  /** `variables`: names of the variables that the method reads a key from. */
  authMethods: readonly (Choice & { variables: readonly string[] })[];
}

export interface DescribeContext extends IsolationContext {
  /** Ends the program. */
  signal: AbortSignal;
  /** Called with the response to the handshake, before the session is opened. */
  initialized?(response: InitializeResponse): void;
  /** Called if the start is slow, with what the program is doing. */
  slow?(message: string): void;
  /** Called when the session could be opened and the program ended. */
  conclude?(sandbox: RunSandbox, workspace: Workspace): Promise<void>;
}

/** Agents announce their slash commands, and changes of their options, after the session is open. */
const announcementsMs = 1_000;

const choice = (id: string, name: string | undefined, description: string | null | undefined): Choice => ({
  id,
  name: name || id,
  ...(description ? { description } : {}),
});

function modeOption({ choices, current }: SessionChoices): AgentDescription["options"] {
  if (choices.length < 2) return [];
  const values = choices.map(({ id, name, description }) => choice(id, name, description));
  return [{ id: modeParameter, name: "Mode", current, values }];
}

function describe(
  { agentInfo, agentCapabilities: can, authMethods }: InitializeResponse,
  state: SessionState,
  commands: readonly Command[],
): AgentDescription {
  const modes = modeChoices(state);
  const models = modelChoices(state);
  const used = new Set([...modes.optionIds, ...models.optionIds]);
  const otherOptions = (state.configOptions ?? []).flatMap(({ id, name, currentValue, options }) => {
    if (used.has(id) || !options) return [];
    const values = options.map((each) => choice(each.value, each.name, each.description));
    return [{ ...choice(id, name, undefined), current: currentValue, values }];
  });
  return {
    program: agentInfo ? { name: agentInfo.title ?? agentInfo.name, version: agentInfo.version } : undefined,
    models: models.choices.map(({ id, name, description }) => choice(id, name, description)),
    currentModel: models.current,
    planMode: modes.plan,
    options: [...modeOption(modes), ...otherOptions],
    commands: commands.map(({ name, description, input }) => ({
      name,
      description,
      ...(input?.hint === undefined ? {} : { hint: input.hint }),
    })),
    images: can?.promptCapabilities?.image ?? false,
    continues: (can?.loadSession ?? false) || Boolean(can?.sessionCapabilities?.resume),
    mcp: { http: can?.mcpCapabilities?.http ?? false, sse: can?.mcpCapabilities?.sse ?? false },
    authMethods: authMethods.map((method) => ({
      ...choice(method.id, method.name, method.description),
      variables: keyVariables(method),
    })),
  };
}

async function handshake(
  process: AgentProcess,
  { id, env, authMethod }: AgentDefinition,
  { agentSandbox: { workspace }, marker }: IsolatedAgent,
  { clock, initialized: report, slow }: DescribeContext,
): Promise<AgentDescription> {
  let announce = () => {};
  const announced = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const reported = new ReportedOptions();
  let commands: readonly Command[] = [];
  const connection = connectAgent(process, client({ name: "slipway" }), (update) => {
    if (update.sessionUpdate === "config_option_update") reported.report(update.configOptions);
    if (update.sessionUpdate !== "available_commands_update") return;
    commands = update.availableCommands;
    announce();
  });
  const open = async () => {
    const initialized = await initialize(connection.agent, "agent", { logsIn: true });
    report?.(initialized);
    const request = {
      mode: "agent" as const,
      cwd: workspace.cwd,
      additionalDirectories: [],
      mcpServers: [],
      sessionId: undefined,
      credentials: { agentId: id, authMethod, variables: new Set(Object.keys(env ?? {})) },
    };
    return { initialized, session: await openSession(connection.agent, initialized, request) };
  };
  try {
    const { initialized, session } = await withHandshakeWatch(clock, process, marker, open(), slow);
    const waited = new Promise<void>((resolve) => void clock.after(announcementsMs, resolve));
    const hasOptions = (session.state.configOptions ?? []).length > 0;
    await (hasOptions ? waited : Promise.race([announced, waited]));
    return describe(initialized, reported.in(session.state), commands);
  } finally {
    connection.close();
  }
}

/**
 * Starts an agent program in a sandbox with an empty workspace, and opens a session without a prompt. Returns what the
 * program offers. Throws {@link RunFailure}: `agent_needs_key`, `agent_crashed` with the program's standard error, or
 * `agent_error`.
 */
export async function describeAgent(agent: AgentDefinition, context: DescribeContext): Promise<AgentDescription> {
  return withIsolatedAgent(agent, context, async (isolated) => {
    const description = await withAgentProcess(agent, isolated, (process) =>
      untilAborted(context.signal, handshake(process, agent, isolated, context)),
    );
    await context.conclude?.(isolated.agentSandbox.sandbox, isolated.agentSandbox.workspace);
    return description;
  });
}
