import { type GitError, type GitProtocol, type GitResult, type RunGitOptions, runGit } from "@/service/git/run-git";
import { cutText, printableText } from "./plain-text";
import type { RunContext } from "./run-spec";

const longestReason = 1_000;

/** How this run's git reaches its repositories. */
export interface GitAccess {
  protocols: readonly GitProtocol[];
  credential: RunContext["gitCredential"];
  signal: AbortSignal;
}

export function gitAccessOf(context: RunContext): GitAccess {
  return {
    protocols: context.gitProtocols ?? ["https", "http"],
    credential: () => context.gitCredential(),
    signal: context.signal,
  };
}

/** A credential lives in the environment of one git process: not in its arguments, not in a URL, not on disk. */
async function credentialEnvironment(cloneUrl: string, access: GitAccess): Promise<Record<string, string>> {
  if (!URL.canParse(cloneUrl)) return {};
  const { protocol, origin } = new URL(cloneUrl);
  if (protocol !== "https:" && protocol !== "http:") return {};
  const { username, password } = await access.credential();
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
  };
}

/** Runs one git command that talks to the repository's server. */
export async function runRemoteGit(
  args: readonly string[],
  cloneUrl: string,
  access: GitAccess,
  options: RunGitOptions = {},
): Promise<GitResult> {
  const env = await credentialEnvironment(cloneUrl, access);
  return runGit(args, {
    ...options,
    allowProtocols: access.protocols,
    signal: access.signal,
    config: { ...options.config, "credential.helper": "" },
    env: { ...options.env, ...env },
  });
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
