import type { WithGit } from "@/git/with-git";
import { apiError } from "../../core/http/api-error";

/** Throws NotFound if the repository doesn't contain the commit. */
export async function requireCheckedCommit(context: WithGit, repositoryId: string, sha: string): Promise<void> {
  const found = await context.objects.of(context.repositories.path(repositoryId)).info(sha);
  if (found?.type !== "commit") throw apiError.repohost("NotFound", "Commit not found");
}
