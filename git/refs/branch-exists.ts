import { runGit } from "../run-git";
import { isRefName } from "./branch-name";

/** True if `refs/heads/<name>` exists. */
export async function branchExists(repoDir: string, name: string): Promise<boolean> {
  const ref = `refs/heads/${name}`;
  if (!isRefName(ref)) return false;
  const { code } = await runGit(["show-ref", "--verify", "--quiet", ref], { cwd: repoDir, okCodes: [0, 1, 128] });
  return code === 0;
}
