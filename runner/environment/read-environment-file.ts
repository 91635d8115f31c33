import type { GitResult, RunGitOptions } from "@/git/run-git";
import { RunFailure } from "../limits/run-failure";

const maxFileBytes = 1024 * 1024;

/**
 * The bytes of a repository's environment file at a revision, read with `git`; `undefined` when there is none. Throws {@link RunFailure}
 * `environment_invalid` for a file over 1 MB.
 */
export async function readEnvironmentFile(
  git: (args: readonly string[], options: RunGitOptions) => Promise<GitResult>,
  revision: string,
  path: string,
): Promise<Buffer | undefined> {
  const object = `${revision}:${path}`;
  const sized = await git(["cat-file", "-s", object], { okCodes: [0, 128] });
  if (sized.code !== 0) return undefined;
  if (Number(sized.stdout.toString()) > maxFileBytes)
    throw new RunFailure("environment_invalid", `${path} is larger than ${maxFileBytes} bytes`);
  const { code, stdout } = await git(["cat-file", "blob", object], { okCodes: [0, 128] });
  return code === 0 ? stdout : undefined;
}
