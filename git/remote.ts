import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "@/lib/core/clock";
import { printableText, truncateText } from "@/lib/core/plain-text";
import { GitError, type GitProtocol, type GitResult, type RunGitOptions, runGit } from "./run-git";

const maxReasonLength = 1_000;
const pauseMs = 250;

export interface GitCredential {
  username: string;
  password: string;
}

/** How git accesses a repository on another server. */
export interface OutsideRemote {
  /** Git settings, including the address to connect to. */
  config: Readonly<Record<string, string>>;
  credential: GitCredential | undefined;
  /** The checked address of the server's host; undefined when the URL has the address itself. */
  pin?: { host: string; port: number; address: string } | undefined;
}

/** A repository on another server that can't be accessed. Users see the message. */
export class RemoteRefused extends Error {
  constructor(
    readonly reason: "not_allowed" | "unavailable",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "RemoteRefused";
  }
}

/** How git accesses repositories. */
export interface RemoteAccess {
  /** For repositories of this service. Without it, only those on other servers can be accessed. */
  own?: { protocols: readonly GitProtocol[]; credential(): Promise<GitCredential> } | undefined;
  /** Returns how to access a repository on another server, or `undefined` for one of this service. */
  outside?(url: string): Promise<OutsideRemote | undefined>;
  signal: AbortSignal;
  clock: Clock;
  /** How long an unreachable server is retried, in milliseconds. */
  retryForMs: number;
  /** Where git runs; without it, on the machine itself. */
  place?(outside: OutsideRemote | undefined): Pick<RunGitOptions, "run" | "spawn">;
}

/** Passes a credential in the environment of one git process, not in its arguments, a URL or on disk. */
function credentialEnvironment(url: string, credential: GitCredential | undefined): Record<string, string> {
  if (!credential) return {};
  const { username, password } = credential;
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
  };
}

const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** True if the server was unreachable or not ready, so the command can be retried. */
function isUnavailable({ stderr }: Pick<GitResult, "stderr">): boolean {
  return /returned error: 50[234]|RPC failed; HTTP 50[234]|failed to connect|connection (?:refused|reset)|empty reply from server|early EOF|hung up unexpectedly|unexpected disconnect|recv failure|send failure/i.test(
    stderr,
  );
}

/**
 * Runs one git command that connects to a repository's server, and retries while that is unavailable. The command must be safe
 * to repeat. Throws what `outside` throws, and {@link GitError}.
 */
export async function runRemoteGit(
  args: readonly string[],
  url: string,
  access: RemoteAccess,
  options: RunGitOptions = {},
): Promise<GitResult> {
  const { own, signal, clock, retryForMs } = access;
  const deadline = clock.now() + retryForMs;
  for (;;) {
    const outside = await access.outside?.(url);
    const credential = !isHttp(url) ? undefined : outside ? outside.credential : await own?.credential();
    try {
      const result = await runGit(args, {
        ...options,
        allowProtocols: outside ? ["https"] : (own?.protocols ?? []),
        signal,
        config: { ...options.config, ...outside?.config, "credential.helper": "" },
        env: { ...options.env, ...credentialEnvironment(url, credential) },
        ...access.place?.(outside),
      });
      // A push exits with 1 both for a rejected reference and for a lost connection.
      if (result.code === 0 || !isUnavailable(result) || clock.now() > deadline) return result;
    } catch (error) {
      if (!(error instanceof GitError) || !isUnavailable(error) || clock.now() > deadline) throw error;
    }
    await delay(pauseMs, undefined, { signal });
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
