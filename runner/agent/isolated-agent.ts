import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { agentEnvironment, processMarker } from "../environment/agent-environment";
import { egressRules } from "../environment/apply-environment";
import { endProcesses } from "../limits/process-tree";
import { RunFailure } from "../limits/run-failure";
import { type AgentProcess, startAgentProcess } from "../process/agent-process";
import type { AgentSandbox } from "../process/spawn-agent-process";
import type { ExitCodes, RunEgress } from "../run/run-spec";
import { openRunSandbox, type RunSandbox } from "../sandbox/run-sandbox";
import type { SandboxDriver } from "../sandbox/sandbox";
import { removeTree } from "../stores/remove-tree";
import { FrameMasker } from "../transcript/frame-masker";
import { prepareWorkspace, type Workspace } from "../workspace/workspace";
import { crash, toRunFailure } from "./agent-failure";

/** How an agent program is started. */
export interface AgentDefinition {
  /** Id of the agent, for messages. */
  id: string;
  command: readonly string[];
  /** Variables of the program, keys included. */
  env?: Readonly<Record<string, string>> | undefined;
  exitCodes?: ExitCodes | undefined;
  /** `methodId` of the `authenticate` request. Without it, a method that matches a key in `env`. */
  authMethod?: string | undefined;
}

export interface IsolationContext {
  sandbox: SandboxDriver;
  egress: RunEgress;
  clock: Clock;
  ids: Ids;
  /** Called before the program starts, such as to write files of its home folder. */
  prepare?(sandbox: RunSandbox, workspace: Workspace): Promise<void>;
  onBlocked?(host: string): void;
}

export interface IsolatedAgent {
  agentSandbox: AgentSandbox;
  /** Identifies its processes. */
  marker: string;
}

const variablePrefix = "SLIPWAY_CHECK";

/** Opens a sandbox with an empty workspace for a program that runs outside of a run. Its processes end with `use`. */
export async function withIsolatedAgent<T>(
  agent: AgentDefinition,
  context: IsolationContext,
  use: (isolated: IsolatedAgent) => Promise<T>,
): Promise<T> {
  const { ids, egress } = context;
  const folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-agent-")));
  const runId = `check-${ids.uuid()}`;
  const marker = processMarker(variablePrefix, runId);
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
    onBlocked: ({ host }) => context.onBlocked?.(host),
  });
  try {
    await context.prepare?.(sandbox, workspace);
    const author = { name: "Slipway", email: "agent@localhost" };
    const environment = {
      ...agentEnvironment({ ...run, author, variables: agent.env ?? {} }, workspace),
      ...sandbox.proxyVariables,
    };
    const { command: agentCommand, exitCodes } = agent;
    return await use({ agentSandbox: { sandbox, workspace, agentCommand, exitCodes, environment }, marker });
  } finally {
    await endProcesses({ marker, groups: [...sandbox.groups], isolated: sandbox.driver !== "none" });
    await sandbox.close();
    await removeTree(folder);
  }
}

/** Starts the program. Throws {@link RunFailure} with masked texts, and when the program ends before `work`. */
export async function withAgentProcess<T>(
  agent: AgentDefinition,
  { agentSandbox, marker }: IsolatedAgent,
  work: (process: AgentProcess) => Promise<T>,
): Promise<T> {
  const process = startAgentProcess(agentSandbox, async () => undefined);
  const ended = process.ended.then((end) => Promise.reject(crash(process, end)));
  ended.catch(() => undefined);
  try {
    return await Promise.race([work(process), ended]);
  } catch (error) {
    const { code, message } = await toRunFailure(error, process);
    throw new RunFailure(code, new FrameMasker({ agent }).text(message));
  } finally {
    const groups = process.group === undefined ? [] : [process.group];
    await endProcesses({ marker, groups, isolated: process.isolated });
  }
}
