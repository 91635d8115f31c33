import type { ExitCodes } from "../run/run-spec";
import type { RunSandbox } from "../sandbox/run-sandbox";
import type { SandboxedProcess } from "../sandbox/sandbox";
import { agentFolders, type Workspace } from "../workspace/workspace";

/** Settings shared by all processes that an agent starts. */
export interface AgentSandbox {
  sandbox: RunSandbox;
  workspace: Workspace;
  /** The agent program's command. */
  agentCommand: readonly string[];
  /** Variables of the agent program alone, such as its keys. Processes it starts through the protocol don't get them. */
  agentVariables?: Readonly<Record<string, string>> | undefined;
  /** What exit codes of the agent program mean. */
  exitCodes?: ExitCodes | undefined;
  /** The exact environment of the agent's processes. */
  environment: Readonly<Record<string, string>>;
}

/** Starts a process with the agent's view of the machine and its network, in a separate process group. */
export function spawnAgentProcess(
  { sandbox, workspace, environment }: AgentSandbox,
  command: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): SandboxedProcess {
  return sandbox.spawn({
    command,
    cwd,
    environment: { ...environment, ...variables },
    mounts: [
      ...agentFolders(workspace).map((path) => ({ path, access: "write" as const })),
      { path: workspace.transfer, access: "read" },
    ],
    network: "run",
    view: "environment",
  });
}
