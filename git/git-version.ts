import type { Log } from "@/lib/core/log";
import { runGit } from "./run-git";

const oldest = [2, 38] as const;

/**
 * The first release of each series whose `upload-pack` can't be made to run programs by a repository's settings, and which
 * honors GIT_NO_LAZY_FETCH (CVE-2024-32004, CVE-2024-32465). Later series have both.
 */
const patched: Readonly<Record<string, number>> = {
  "2.39": 4,
  "2.40": 2,
  "2.41": 1,
  "2.42": 2,
  "2.43": 4,
  "2.44": 1,
  "2.45": 1,
};
const newestSeries = 45;

export interface GitVersion {
  version: string;
  /** Set if this release may lack security fixes. Distributions backport them without changing the version. */
  warning: string | undefined;
}

/** Assesses the output of `git version`. Throws when git is older than the service needs. */
export function assessGitVersion(output: string): GitVersion {
  const found = /(?<![\d.])(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?\S*/.exec(output);
  const [version = "none", ...numbers] = found ?? [];
  const [major = 0, minor = 0, patch = 0] = numbers.map((each) => Number(each ?? 0));
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw new Error(`git ${oldest.join(".")} or newer is required, found ${version}. Upgrade git.`);
  }
  const first = patched[`${major}.${minor}`];
  const isPatched = major > 2 || minor > newestSeries || (first !== undefined && patch >= first);
  const fixed = first === undefined ? "2.39.4" : `${major}.${minor}.${first}`;
  const warning = `${version} is older than ${fixed}, which fixes CVE-2024-32004 and CVE-2024-32465. Upgrade git, unless your distribution's package has these fixes.`;
  return { version, warning: isPatched ? undefined : warning };
}

/** Logs the installed git, as a warning if it may lack security fixes. Throws like {@link gitVersion}. */
export async function logGitVersion(log: Log): Promise<void> {
  const { version, warning } = await gitVersion();
  if (warning === undefined) log.info({ git: version }, "git found");
  else log.warn({ git: version }, `git ${warning}`);
}

/** The installed git. Throws when it is missing or older than the service needs. */
export async function gitVersion(): Promise<GitVersion> {
  const { stdout } = await runGit(["version"]);
  return assessGitVersion(stdout.toString("utf8"));
}
