import type { Duplex } from "node:stream";
import type { GitCredential, OutsideRemote } from "@/git/remote";
import type { GitProtocol } from "@/git/run-git";
import type { McpServer } from "@/lib/contract/agents/mcp-server";
import type { Answer } from "@/lib/contract/agents/question";
import type { CustomSubagent } from "@/lib/contract/agents/subagent";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import type { RunLimits } from "../limits/run-limits";
import type { TeamEgress } from "../sandbox/egress/egress-rules";
import type { NetworkNamespace } from "../sandbox/network-namespace";
import type { SandboxDriver } from "../sandbox/sandbox";
import type { Images } from "../stores/image-store";
import type { SnapshotStore } from "../stores/snapshot-store";

/** A repository of a run, resolved for git. */
export interface RunRepository {
  /** URL the agent was created with, including the scheme. */
  url: string;
  /** URL for clone and push. */
  cloneUrl: string;
  /** Branch, tag or commit. Undefined: the default branch. */
  startingRef: string | undefined;
  /** Folder name inside the workspace, unique among the run's repositories. */
  directory: string;
}

/** Meanings of a program's exit codes. `needsKey`: its key or login is missing or invalid. */
export type ExitCodes = Readonly<Record<string, { text: string; needsKey?: boolean | undefined }>>;

/** How an agent program is started, in addition to its command. From its preset and an administrator. */
export interface AgentProfile {
  /** Variables of the agent's process only, keys included. Their values are masked in the run's events. */
  env: Readonly<Record<string, string>>;
  /** `methodId` of the `authenticate` request before the session is opened. */
  authMethod?: string | undefined;
  /** Session mode to select, except in plan mode. */
  mode?: string | undefined;
  /** Model to select in the session. */
  model?: string | undefined;
  /** Values of session options for runs that don't set them. */
  options?: Readonly<Record<string, string>> | undefined;
  /** Files in the home folder, written if missing: relative path to content. */
  homeFiles?: Readonly<Record<string, string>> | undefined;
  /** Files with the program's login, written once per id: path in the home folder to content in base64. */
  login?: { id: string; files: Readonly<Record<string, string>> } | undefined;
  exitCodes?: ExitCodes | undefined;
  /** Preset of the program, whose endpoint can check the key. */
  preset?: string | undefined;
  /** URLs or hosts that runs can always reach, such as the model's endpoint. */
  endpoints?: readonly string[] | undefined;
}

/** Everything a run needs, as plain data that can be sent to a worker. */
export interface RunSpec {
  agentId: string;
  runId: string;
  prompt: { text: string; images: readonly { mimeType: string; data: string }[] };
  mode: "agent" | "plan";
  /** The agent program and its arguments; it speaks the Agent Client Protocol over stdio. */
  command: readonly string[];
  agent?: AgentProfile | undefined;
  model: { id: string; params: readonly { id: string; value: string }[] };
  repositories: readonly RunRepository[];
  branch: {
    /** Generated branch, `<service name>/…`. The same for all runs of an agent. */
    name: string;
    /** True: commit to the starting ref itself instead of the new branch. */
    current: boolean;
  };
  /** Folder of the agent, kept between runs. */
  workspaceDir: string;
  /** Session variables for the agent's shell. */
  variables: Readonly<Record<string, string>>;
  mcpServers: readonly McpServer[];
  /** Names of the remote servers that get an access token of a connection. The agent never receives it. */
  connectedServers?: readonly string[] | undefined;
  /** PEM certificates of the remote servers on a private network, by name; empty for the system's. Reached through the gateway only. */
  privateServers?: Readonly<Record<string, string>> | undefined;
  /** Subagents the agent can delegate to. Added to the prompt, because the protocol has no field for them. */
  subagents?: readonly CustomSubagent[];
  /** What the agent has to know about its environment file. The terminals run before the agent starts. */
  environment?: Pick<EffectiveEnvironment, "terminals" | "ports" | "testing">;
  /** Protocol session of the agent's earlier runs, to be loaded. */
  sessionId: string | undefined;
  /** Earlier prompts and replies, for agents that can't load the session. */
  conversation: readonly { prompt: string; reply: string }[];
  author: { name: string; email: string };
  /** Who the agent acts for. Results of `install` are reused among the agents of one owner only. */
  owner: string;
  /** Prefix of the self-describing variables (`SVC_AGENT=1`, …), upper case, without the underscore. */
  variablePrefix: string;
}

/** A frame of the run stream without its id. `data` is JSON. */
export interface RunFrame {
  event: "assistant" | "thinking" | "tool_call" | "interaction_update" | "error";
  data: unknown;
}

export interface RunUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
}

/** The state of the agent's session after a run, as it reports it. */
export interface SessionUsage {
  /** Tokens in the context window, and its size. */
  context?: { used: number; size: number } | undefined;
  /** Cost of the whole session so far. */
  cost?: { amount: number; currency: string } | undefined;
}

export interface RunOutcome {
  status: "FINISHED" | "ERROR" | "CANCELLED";
  /** Final reply of the assistant. */
  result: string;
  /** Set with ERROR. */
  error: { code: string; message: string } | undefined;
  /** Branches pushed by this run. `repoUrl` has no scheme. */
  branches: readonly { repoUrl: string; branch: string }[];
  sessionId: string | undefined;
  usage: RunUsage | undefined;
  sessionUsage?: SessionUsage | undefined;
}

/** Destinations a run can always connect to, in addition to those its environment file allows. */
export interface RunEgress extends TeamEgress {
  /** URLs, hosts or `host:port`: the service itself, and what an administrator configured for the agent. */
  required: readonly string[];
}

/** A connection to a port of a run, such as a socket. */
export interface PortConnection extends Duplex {
  /** Calls back when nothing was sent or received for `ms` milliseconds. */
  setTimeout(ms: number, callback: () => void): unknown;
}

/** Ports of an environment file. */
export interface RunPorts {
  ports: readonly number[];
  /** Connects to a port inside. The connection is paused. Throws when nothing is listening on the port. */
  connect(port: number): Promise<PortConnection>;
}

/** Read access for the git commands that an agent runs itself. */
export interface AgentGit {
  /** Origin of the service, as the run's processes reach it. */
  origin: string;
  /** Other URLs of the service, which git replaces with `origin`. */
  addresses: readonly string[];
  /** Creates a short-lived credential that reads the run's repositories and their dependencies, and can't push. */
  credential(): Promise<GitCredential>;
}

export interface RunContext {
  /** Stores frames. They are delivered once it resolves. Calls don't overlap. */
  record(frames: readonly RunFrame[]): Promise<void>;
  /** Called once when the agent starts and the run becomes RUNNING. */
  started(): Promise<void>;
  /** Creates a credential for this run's repositories when git needs one. */
  gitCredential(): Promise<GitCredential>;
  /** Without it, the agent's git has no access to the service's repositories. */
  agentGit?: AgentGit | undefined;
  /**
   * Returns how to access a repository on another server, or `undefined` for one of the service. Without this function, all
   * repositories are on the service. The run's credential is never sent to another server.
   */
  outsideRemote?(cloneUrl: string): Promise<OutsideRemote | undefined>;
  /** Whether the agent's git can read repositories on other servers that its environment file names as dependencies. */
  remoteDependencies?: boolean;
  /**
   * Returns the access token of a connected MCP server, another one if the server `rejected` it. Throws `RunFailure`
   * `mcp_not_connected`.
   */
  mcpToken?(server: string, rejected?: string): Promise<string>;
  /** Resolves with the user's answer. Rejects when `signal` aborts. Without it, agents can't ask questions. */
  answerTo?(questionId: string, signal: AbortSignal): Promise<Answer>;
  /** Called with the ports of the environment file, once the sandbox that serves them is open. */
  portsReady?(ports: RunPorts): void;
  /** Aborted by a cancel. */
  signal: AbortSignal;
  /** How the run's processes are isolated from the machine. */
  sandbox: SandboxDriver;
  egress: RunEgress;
  /** Transports git can use for the run's repositories; https and http by default. */
  gitProtocols?: readonly GitProtocol[];
  limits?: RunLimits;
  /** Stored results of `install`; without it, none are stored or reused. */
  snapshots?: SnapshotStore | undefined;
  /** Without it, environment files with `image` or `build` fail the run. */
  images?: Images | undefined;
  /** Empty folder for the sockets of the run's network, with a short path; by default a temporary one. */
  socketFolder?: string | undefined;
  /** The run's network, if it was started before the run. */
  network?: Promise<NetworkNamespace> | undefined;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** Executes one run from clone to push. Every failure becomes the outcome. */
export type ExecuteRun = (spec: RunSpec, context: RunContext) => Promise<RunOutcome>;

export interface WithExecuteRun {
  executeRun: ExecuteRun;
}
