import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "@/lib/core/clock";
import { GitError, type GitProtocol, type GitResult, type RunGitOptions, runGit } from "@/service/git/run-git";
import { printableText, truncateText } from "./plain-text";
import type { OutsideRemote, RunContext } from "./run-spec";
import { sandboxedSpawn } from "./sandbox/sandboxed-git";
import type { Workspace } from "./workspace";
import type { WorkspaceSessions } from "./workspace-sessions";

const maxReasonLength = 1_000;
const retryForMs = 60_000;
const pauseMs = 250;

/** How a run's git accesses its repositories. */
export interface GitAccess {
  protocols: readonly GitProtocol[];
  credential: RunContext["gitCredential"];
  outside?: RunContext["outsideRemote"];
  signal: AbortSignal;
  clock: Clock;
  /** How long an unreachable server is retried, in milliseconds. */
  retryForMs?: number;
  /** The run that git runs for, in its sandbox; without it, git runs on the machine itself. */
  from?: { sessions: WorkspaceSessions; workspace: Workspace };
}

export function gitAccessOf(context: RunContext): GitAccess {
  return {
    protocols: context.gitProtocols ?? ["https", "http"],
    credential: () => context.gitCredential(),
    outside: async (cloneUrl) => context.outsideRemote?.(cloneUrl),
    signal: context.signal,
    clock: context.clock,
  };
}

/** Passes the credential in the environment of one git process, not in its arguments, a URL or on disk. */
async function credentialEnvironment(
  cloneUrl: string,
  access: GitAccess,
  outside: OutsideRemote | undefined,
): Promise<Record<string, string>> {
  if (!URL.canParse(cloneUrl)) return {};
  const { protocol, origin } = new URL(cloneUrl);
  if (protocol !== "https:" && protocol !== "http:") return {};
  const credential = outside ? outside.credential : await access.credential();
  if (!credential) return {};
  const { username, password } = credential;
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
  };
}

/** True if the server was unreachable or not ready, so the command can be retried. */
function isUnavailable({ stderr }: Pick<GitResult, "stderr">): boolean {
  return /returned error: 50[234]|RPC failed; HTTP 50[234]|failed to connect|connection (?:refused|reset)|empty reply from server|early EOF|hung up unexpectedly|unexpected disconnect|recv failure|send failure/i.test(
    stderr,
  );
}

/** Runs git in the run's sandbox, pinned to the server's checked address. */
function runIn({ from }: GitAccess, outside: OutsideRemote | undefined): Pick<RunGitOptions, "run" | "spawn"> {
  if (!from) return {};
  const { sessions, workspace } = from;
  if (outside?.pin) sessions.sandbox.pin(outside.pin);
  const certificates = outside?.config["http.sslCAInfo"];
  if (certificates === undefined) return sessions.git("service", true);
  const mounts = [
    { path: workspace.transfer, access: "write" as const },
    { path: certificates, access: "read" as const },
  ];
  return { spawn: sandboxedSpawn(sessions.sandbox, { mounts, network: "run" }) };
}

/**
 * Runs one git command that connects to the repository's server, and retries while that is unavailable. The command must
 * be safe to repeat.
 */
export async function runRemoteGit(
  args: readonly string[],
  cloneUrl: string,
  access: GitAccess,
  options: RunGitOptions = {},
): Promise<GitResult> {
  const deadline = access.clock.now() + (access.retryForMs ?? retryForMs);
  for (;;) {
    const outside = await access.outside?.(cloneUrl);
    const env = await credentialEnvironment(cloneUrl, access, outside);
    try {
      const result = await runGit(args, {
        ...options,
        allowProtocols: outside ? ["https"] : access.protocols,
        signal: access.signal,
        config: { ...options.config, ...outside?.config, "credential.helper": "" },
        env: { ...options.env, ...env },
        ...runIn(access, outside),
      });
      // A push exits with 1 both for a rejected reference and for a lost connection.
      if (result.code === 0 || !isUnavailable(result) || access.clock.now() > deadline) return result;
    } catch (error) {
      if (!(error instanceof GitError) || !isUnavailable(error) || access.clock.now() > deadline) throw error;
    }
    await delay(pauseMs, undefined, { signal: access.signal });
  }
}

/** Absolute paths, except in URLs: their folders reveal the machine's users and layout. */
const machinePath = /(?<![\w:/.~-])\/[^\s'":]*\/([^\s'":/]*)/g;

/** Git's error output as one printable, bounded line, without its prefixes and hints. */
export function gitReason(stderr: string): string {
  const lines = printableText(stderr)
    .split("\n")
    .map((line) => line.replace(/^(?:remote:|fatal:|error:)\s*/, "").trim())
    .map((line) => line.replace(machinePath, "…/$1"))
    .filter((line) => line !== "" && !line.startsWith("hint:") && !line.startsWith("To "));
  return truncateText(lines.join("; "), maxReasonLength) || "git reported no reason";
}

/** Returns true if the server denied access to the repository. */
export function isAccessDenied(error: GitError): boolean {
  return /authentication failed|could not read (?:username|password)|returned error: 40[134]|repository .*not found|does not appear to be a git repository|terminal prompts disabled/i.test(
    error.stderr,
  );
}
