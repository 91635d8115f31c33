import type { Service } from "../../core/context";
import { refuse } from "../../core/http/refusal";

/** Throws NotFound when a repository has no such commit. */
export async function requireCheckedCommit(
  service: Pick<Service, "objects" | "repositories">,
  repositoryId: string,
  sha: string,
): Promise<void> {
  const found = await service.objects.of(service.repositories.path(repositoryId)).info(sha);
  if (found?.type !== "commit") throw refuse.repohost("NotFound", "Commit not found");
}
