import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { client } from "@agentclientprotocol/sdk";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { agentEnvironment, processMarker } from "./agent-environment";
import { crash, failureOf } from "./agent-failure";
import { type AgentProcess, startAgentProcess } from "./agent-process";
import { egressRules } from "./apply-environment";
import { keyVariables } from "./authentication";
import { connectAgent } from "./connect-agent";
import { FrameMasker } from "./frame-masker";
import { initialize, type OpenSession, openSession } from "./open-session";
import { endProcesses } from "./process-tree";
import { removeTree } from "./remove-tree";
import { RunFailure } from "./run-failure";
import type { RunEgress } from "./run-spec";
import { openRunSandbox, type RunSandbox } from "./sandbox/run-sandbox";
import type { SandboxDriver } from "./sandbox/sandbox";
import { modeChoices, modelChoices } from "./session-options";
import type { Command, InitializeResponse } from "./session-update";
import { withStartTimeout } from "./start-timeout";
import { prepareWorkspace, type Workspace } from "./workspace";

/** How an agent program is started. */
export interface AgentDefinition {
  /** Id of the agent, for messages. */
  id: string;
  command: readonly string[];
  /** Variables of the program, keys included. */
  env?: Readonly<Record<string, string>> | undefined;
  /** `methodId` of the `authenticate` request. Without it, a method that matches a key in `env`. */
  authMethod?: string | undefined;
}

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
  modes: readonly Choice[];
  currentMode: string | undefined;
  /** The agent can plan without making changes. */
  planMode: boolean;
  /** Settings of the session other than mode and model. */
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

export interface DescribeContext {
  sandbox: SandboxDriver;
  egress: RunEgress;
  clock: Clock;
  ids: Ids;
  /** How long the program can take to answer each request; two minutes by default. */
  answerTimeoutMs?: number | undefined;
  /** Called before the program starts, such as to write files of its home folder. */
  prepare?(sandbox: RunSandbox, workspace: Workspace): Promise<void>;
}

/** Agents announce their slash commands after the session is open. */
const commandsTimeoutMs = 1_000;
const variablePrefix = "SLIPWAY_CHECK";

const choice = (id: string, name: string | undefined, description: string | null | undefined): Choice => ({
  id,
  name: name || id,
  ...(description ? { description } : {}),
});

function describe(
  { agentInfo, agentCapabilities: can, authMethods }: InitializeResponse,
  { state }: Pick<OpenSession, "state">,
  commands: readonly Command[],
): AgentDescription {
  const modes = modeChoices(state);
  const models = modelChoices(state);
  const used = new Set([...modes.optionIds, ...models.optionIds]);
  return {
    program: agentInfo ? { name: agentInfo.title ?? agentInfo.name, version: agentInfo.version } : undefined,
    models: models.choices.map(({ id, name, description }) => choice(id, name, description)),
    currentModel: models.current,
    modes: modes.choices.map(({ id, name, description }) => choice(id, name, description)),
    currentMode: modes.current,
    planMode: modes.plan,
    options: (state.configOptions ?? []).flatMap(({ id, name, currentValue, options }) => {
      if (used.has(id) || !options) return [];
      const values = options.map((each) => choice(each.value, each.name, each.description));
      return [{ ...choice(id, name, undefined), current: currentValue, values }];
    }),
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
  workspace: Workspace,
  { clock, answerTimeoutMs }: DescribeContext,
): Promise<AgentDescription> {
  let announce = (_commands: readonly Command[]) => {};
  const announced = new Promise<readonly Command[]>((resolve) => {
    announce = resolve;
  });
  const connection = connectAgent(process, client({ name: "slipway" }), (update) => {
    if (update.sessionUpdate === "available_commands_update") announce(update.availableCommands);
  });
  const inTime = <T>(answer: Promise<T>) => withStartTimeout(clock, answer, answerTimeoutMs);
  try {
    const initialized = await inTime(initialize(connection.agent, "agent"));
    const request = {
      mode: "agent" as const,
      cwd: workspace.cwd,
      additionalDirectories: [],
      mcpServers: [],
      sessionId: undefined,
      credentials: { agentId: id, authMethod, variables: new Set(Object.keys(env ?? {})) },
    };
    const session = await inTime(openSession(connection.agent, initialized, request));
    clock.after(commandsTimeoutMs, () => announce([]));
    return describe(initialized, session, await announced);
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
  const { ids, egress } = context;
  const folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-agent-")));
  const runId = `check-${ids.uuid()}`;
  const marker = processMarker(variablePrefix, runId);
  let process: AgentProcess | undefined;
  const run = { workspaceDir: folder, repositories: [], mcpServers: [], agentId: agent.id, runId, variablePrefix };
  const workspace = await prepareWorkspace(run);
  const sandbox = await openRunSandbox({
    driver: context.sandbox,
    serviceFolder: workspace.root,
    home: workspace.home,
    temporary: workspace.temporary,
    agentCommand: agent.command,
    hidden: [workspace.root],
    marker,
    egress: egressRules(run, { egress }),
    onBlocked: () => undefined,
  });
  try {
    await context.prepare?.(sandbox, workspace);
    const author = { name: "Slipway", email: "agent@localhost" };
    const environment = {
      ...agentEnvironment({ ...run, author, variables: agent.env ?? {} }, workspace),
      ...sandbox.proxyVariables,
    };
    const agentSandbox = { sandbox, workspace, agentCommand: agent.command, environment };
    const started = startAgentProcess(agentSandbox, async () => undefined);
    process = started;
    const ended = started.ended.then((end) => Promise.reject(crash(started, end)));
    ended.catch(() => undefined);
    return await Promise.race([handshake(started, agent, workspace, context), ended]);
  } catch (error) {
    if (!process) throw error;
    const { code, message } = await failureOf(error, process);
    throw new RunFailure(code, new FrameMasker({ agent }).text(message));
  } finally {
    const groups = [process?.group, ...sandbox.groups].filter((group) => group !== undefined);
    await endProcesses({ marker, groups });
    await sandbox.close();
    await removeTree(folder);
  }
}
