import { eq } from "drizzle-orm";
import { deleteRepository } from "@/lib/contract/admin/repositories/delete-repository";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { repositories } from "../../core/store/tables/repositories";
import { recordRepositoryEnd } from "./repository-event";

/** Deletes the rows first; a crash in between leaves an unreferenced folder. */
export const deleteRepositoryOperation = implement(deleteRepository, async ({ params }, context: HostingContext) => {
  const { repositoryId: id } = params;
  await context.locks.references.run(id, async () => {
    await context.db.transaction(async (tx) => {
      const [row] = await tx.select().from(repositories).where(eq(repositories.id, id)).for("update");
      if (!row) throw apiError.agents(404, "repository_not_found", "Repository not found");
      await recordRepositoryEnd(tx, context, id);
      await tx.delete(repositories).where(eq(repositories.id, id));
    });
    await context.repositories.delete(id);
  });
  return { id };
});
