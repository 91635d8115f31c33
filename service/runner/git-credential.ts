import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "@/lib/core/clock";
import { GitError, type GitProtocol, type GitResult, type RunGitOptions, runGit } from "@/service/git/run-git";
import { cutText, printableText } from "./plain-text";
import type { OutsideRemote, RunContext } from "./run-spec";

const longestReason = 1_000;
/** A server that is away for a moment is asked again for this long. */
const patienceMs = 60_000;
const pauseMs = 250;

/** How this run's git reaches its repositories. */
export interface GitAccess {
  protocols: readonly GitProtocol[];
  credential: RunContext["gitCredential"];
  outside?: RunContext["outsideRemote"];
  signal: AbortSignal;
  clock: Clock;
  patienceMs?: number;
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

/** A credential lives in the environment of one git process: not in its arguments, not in a URL, not on disk. */
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

/** True when the server could not be reached, or said that it is not ready: nothing was decided. */
function isAway({ stderr }: Pick<GitResult, "stderr">): boolean {
  return /returned error: 50[234]|RPC failed; HTTP 50[234]|failed to connect|connection (?:refused|reset)|empty reply from server|early EOF|hung up unexpectedly|unexpected disconnect|recv failure|send failure/i.test(
    stderr,
  );
}

/**
 * Runs one git command that talks to the repository's server, again while that is away. The command must be safe to
 * repeat.
 */
export async function runRemoteGit(
  args: readonly string[],
  cloneUrl: string,
  access: GitAccess,
  options: RunGitOptions = {},
): Promise<GitResult> {
  const deadline = access.clock.now() + (access.patienceMs ?? patienceMs);
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
      });
      // A push ends with 1 both for a refused reference and for a connection that broke off.
      if (result.code === 0 || !isAway(result) || access.clock.now() > deadline) return result;
    } catch (error) {
      if (!(error instanceof GitError) || !isAway(error) || access.clock.now() > deadline) throw error;
    }
    await delay(pauseMs, undefined, { signal: access.signal });
  }
}

/** What git complained about, fit for a message: printable, bounded, prefixes of its own progress removed. */
export function gitReason(stderr: string): string {
  const lines = printableText(stderr)
    .split("\n")
    .map((line) => line.replace(/^(?:remote:|fatal:|error:)\s*/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("hint:") && !line.startsWith("To "));
  return cutText(lines.join("; "), longestReason) || "git gave no reason";
}

/** True when the server hid the repository or refused the credential. */
export function isRefusedAccess(error: GitError): boolean {
  return /authentication failed|could not read (?:username|password)|returned error: 40[134]|repository .*not found|does not appear to be a git repository|terminal prompts disabled/i.test(
    error.stderr,
  );
}
