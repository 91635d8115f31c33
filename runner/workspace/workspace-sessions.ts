import type { RunGitOptions } from "@/git/run-git";
import { type CommandSession, openCommandSession, type SessionResult } from "../sandbox/command-session";
import { insideCommand } from "../sandbox/inside-command";
import { CommandLimit, type CommandResult, runCommand } from "../sandbox/run-command";
import type { RunSandbox } from "../sandbox/run-sandbox";
import type { Mount } from "../sandbox/sandbox";
import { sandboxedSpawn } from "../sandbox/sandboxed-git";
import { agentFolders, type Workspace } from "./workspace";
import { locateInWorkspace, locateWith } from "./workspace-access";

/**
 * Where a command of the service runs. `service`: with the transfer repository's settings, which are trusted. `checkout`:
 * with what the agent left in its folders. The transfer repository is read-only there, and there is no network.
 */
export type Zone = "service" | "checkout";

export interface ZoneCommand {
  command: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  maxOutputBytes: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

/**
 * The service's processes in a run's workspace: one sandboxed process per zone runs the zone's commands one after another.
 * Nothing of the checkout zone is left when a command of the service zone starts.
 */
export interface WorkspaceSessions {
  readonly sandbox: RunSandbox;
  /** Ends the earlier processes. `checkout`: access to the checkouts in the service zone from now on. */
  begin(checkout: Mount["access"] | "none"): Promise<void>;
  /** Ends the checkout zone's process, so that nothing that ran in it affects the next command. */
  endCheckout(): Promise<void>;
  /** Options with which git runs in a zone, `withNetwork` only in the service zone. */
  git(zone: Zone, withNetwork?: boolean): Pick<RunGitOptions, "run" | "spawn">;
  /** Runs a command. Throws {@link CommandLimit} when it exceeds its bounds and the signal's reason when that aborts. */
  command(zone: Zone, command: ZoneCommand): Promise<CommandResult>;
  /** The real path of each path, found in the checkout zone; `undefined` for one outside the workspace. */
  locate(paths: readonly string[]): Promise<(string | undefined)[]>;
  /** Ends all processes. Later commands start others. */
  end(): Promise<void>;
}

/** Without a sandbox, starting a process is cheap: every command is a separate one. */
function separateProcesses(sandbox: RunSandbox, workspace: Workspace): WorkspaceSessions {
  return {
    sandbox,
    begin: async () => undefined,
    endCheckout: async () => undefined,
    git: () => ({ spawn: sandboxedSpawn(sandbox, { mounts: [] }) }),
    command: (_zone, command) => runCommand(sandbox, { ...command, mounts: [], network: "none" }),
    locate: (paths) => locateInWorkspace(sandbox, workspace, paths),
    end: async () => undefined,
  };
}

function withinLimits({ exceeded, ...result }: SessionResult, limits: ZoneCommand): CommandResult {
  if (exceeded === "output") throw new CommandLimit(`printed more than ${limits.maxOutputBytes} bytes`);
  if (exceeded === "time") throw new CommandLimit(`took longer than ${limits.timeoutMs / 1000} seconds`);
  return result;
}

function sharedProcesses(sandbox: RunSandbox, workspace: Workspace): WorkspaceSessions {
  let access: Mount["access"] | "none" = "write";
  const open = (network: "none" | "run", mounts: () => Mount[]): CommandSession => {
    const session = { command: insideCommand("session"), cwd: "/", environment: {}, network };
    return openCommandSession(() => sandbox.spawn({ ...session, mounts: mounts() }));
  };
  const service = open("run", () => [
    ...(access === "none" ? [] : [{ path: workspace.repos, access }]),
    { path: workspace.transfer, access: "write" },
  ]);
  const checkout = open("none", () => [
    ...agentFolders(workspace).map((path) => ({ path, access: "write" as const })),
    { path: workspace.transfer, access: "read" },
  ]);
  const end = async () => {
    await Promise.all([service.end(), checkout.end()]);
  };
  const run: Record<Zone, CommandSession["run"]> = {
    checkout: (...args) => checkout.run(...args),
    async service(...args) {
      await checkout.end();
      return service.run(...args);
    },
  };
  return {
    sandbox,
    async begin(next) {
      await end();
      access = next;
    },
    endCheckout: () => checkout.end(),
    git: (zone, withNetwork = false) => ({
      run: (command, { cwd, env, input, ...limits }) => {
        const environment = withNetwork ? { ...env, ...sandbox.proxyVariables } : env;
        return run[zone]({ command: [...command], cwd, environment, input: input.toString("base64") }, limits);
      },
    }),
    async command(zone, limits) {
      const { command, cwd, environment } = limits;
      const request = { command: [...command], cwd, environment, input: "" };
      return withinLimits(await run[zone](request, limits), limits);
    },
    locate: (paths) => locateWith((files, limits) => checkout.run({ files }, limits), workspace, paths),
    end,
  };
}

/** Returns the processes of a run's workspace; none is started yet. End them before the sandbox is closed. */
export function openWorkspaceSessions(sandbox: RunSandbox, workspace: Workspace): WorkspaceSessions {
  return sandbox.driver === "none" ? separateProcesses(sandbox, workspace) : sharedProcesses(sandbox, workspace);
}
