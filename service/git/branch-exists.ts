import { isRefName } from "./branch-name";
import { runGit } from "./run-git";

/** True when `refs/heads/<name>` is in the repository. */
export async function branchExists(repoDir: string, name: string): Promise<boolean> {
  const ref = `refs/heads/${name}`;
  if (!isRefName(ref)) return false;
  const { code } = await runGit(["show-ref", "--verify", "--quiet", ref], { cwd: repoDir, okCodes: [0, 1, 128] });
  return code === 0;
}
