import type { McpServer } from "@/lib/contract/agents/mcp-server";
import type { CustomSubagent } from "@/lib/contract/agents/subagent";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { GitProtocol } from "@/service/git/run-git";
import type { RunLimits } from "./run-limits";
import type { TeamEgress } from "./sandbox/egress/egress-rules";
import type { SandboxDriver } from "./sandbox/sandbox";

/** A repository a run works on, resolved to what git needs. */
export interface RunRepository {
  /** As the agent was created with, scheme included. */
  url: string;
  /** Where git clones from and pushes to. */
  cloneUrl: string;
  /** Branch, tag or commit; `undefined` means the default branch. */
  startingRef: string | undefined;
  /** Folder name inside the workspace, unique among the run's repositories. */
  directory: string;
}

/** Everything one run needs. Plain data but for the credential, so that a worker can be sent the same. */
export interface RunSpec {
  agentId: string;
  runId: string;
  prompt: { text: string; images: readonly { mimeType: string; data: string }[] };
  mode: "agent" | "plan";
  /** The agent program and its arguments; it speaks the Agent Client Protocol over stdio. */
  command: readonly string[];
  model: { id: string; params: readonly { id: string; value: string }[] };
  repositories: readonly RunRepository[];
  branch: {
    /** Auto-generated branch, `<service name>/…`; the same for every run of one agent. */
    name: string;
    /** True: commit to the starting ref itself instead of the new branch. */
    current: boolean;
  };
  /** Folder of the agent; it persists from run to run. */
  workspaceDir: string;
  /** Session variables for the agent's shell. */
  variables: Readonly<Record<string, string>>;
  mcpServers: readonly McpServer[];
  /** Subagents the prompt may delegate to; the protocol has no place for them. */
  subagents?: readonly CustomSubagent[];
  /** Protocol session of the agent's earlier runs, to be loaded again. */
  sessionId: string | undefined;
  /** Earlier prompts and replies, replayed where the agent can't load a session. */
  conversation: readonly { prompt: string; reply: string }[];
  author: { name: string; email: string };
  /** Prefix of the self-describing variables (`SVC_AGENT=1`, …), upper case, without the underscore. */
  variablePrefix: string;
  /** A worker's own machine: of the environment file only the repositories count. */
  selfHosted?: true;
}

/** One frame of the run stream, still without its id. `data` is JSON. */
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

export interface RunOutcome {
  status: "FINISHED" | "ERROR" | "CANCELLED";
  /** Final reply of the assistant. */
  result: string;
  /** Set with ERROR. */
  error: { code: string; message: string } | undefined;
  /** Branches that were pushed in this run; `repoUrl` has no scheme. */
  branches: readonly { repoUrl: string; branch: string }[];
  sessionId: string | undefined;
  usage: RunUsage | undefined;
}

/** How git reaches a repository on another server. */
export interface OutsideRemote {
  /** Settings of git, the address to connect to among them. */
  config: Readonly<Record<string, string>>;
  credential: { username: string; password: string } | undefined;
}

/** What a run may always reach, besides what its environment file allows. */
export interface RunEgress extends TeamEgress {
  /** URLs, hosts or `host:port`: the service itself, and what an administrator configured for the agent. */
  required: readonly string[];
}

export interface RunContext {
  /** Stores frames; they count as delivered only when this resolves. Calls never overlap. */
  record(frames: readonly RunFrame[]): Promise<void>;
  /** Called once when the agent begins to work: the run is RUNNING. */
  started(): Promise<void>;
  /** Mints a credential for this run's repositories, at the moment git asks for one. */
  gitCredential(): Promise<{ username: string; password: string }>;
  /**
   * How a repository on another server is reached; `undefined` for the service's own, where everything is when left out.
   * The minted credential is never sent to another server.
   */
  outsideRemote?(cloneUrl: string): Promise<OutsideRemote | undefined>;
  /** Aborted by a cancel. */
  signal: AbortSignal;
  /** What separates the run's processes from the machine. */
  sandbox: SandboxDriver;
  egress: RunEgress;
  /** Transports git may use for the run's repositories; https and http when left out. */
  gitProtocols?: readonly GitProtocol[];
  limits?: RunLimits;
  clock: Clock;
  ids: Ids;
  log: Log;
}
