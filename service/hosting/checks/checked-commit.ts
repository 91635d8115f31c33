import { refuse } from "../../core/http/refusal";
import type { WithGit } from "../../git/with-git";

/** Throws NotFound if the repository doesn't contain the commit. */
export async function requireCheckedCommit(context: WithGit, repositoryId: string, sha: string): Promise<void> {
  const found = await context.objects.of(context.repositories.path(repositoryId)).info(sha);
  if (found?.type !== "commit") throw refuse.repohost("NotFound", "Commit not found");
}
