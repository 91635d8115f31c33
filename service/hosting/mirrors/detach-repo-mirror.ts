import { eq } from "drizzle-orm";
import { detachRepoMirror } from "@/lib/contract/hosting/mirrors/detach-repo-mirror";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { mirrors } from "../../core/store/tables/mirrors";
import { repositories } from "../../core/store/tables/repositories";
import { isReadOnly } from "../access/mirror-status";
import { requireRepository } from "../access/repository-access";
import { recordRepositoryEnd } from "../repositories/repository-event";
import { findActiveJob, findMirror, lockMirrorStatus, supersedeJob } from "./mirror-row";
import { deleteUpstreamRefs } from "./upstream-refs";

/** Takes effect when the transaction commits: running sync jobs find the mirror detached when they try to write. */
export const detachRepoMirrorOperation = implement(
  detachRepoMirror,
  async ({ principal, params }, context: HostingContext) => {
    const { id } = await requireRepository(context, principal, params, "admin");
    const wasAttached = await context.db.transaction(async (tx) => {
      const status = await lockMirrorStatus(tx, id);
      const mirror = await findMirror(tx, id);
      if (!mirror) throw apiError.repohost("FailedPrecondition", "The repository has never been a mirror");
      if (mirror.detachedAt !== null) return false;
      const now = context.clock.now();
      const job = await findActiveJob(tx, id);
      if (job) await supersedeJob(tx, job, now);
      await tx.update(mirrors).set({ credential: null, detachedAt: now }).where(eq(mirrors.repositoryId, id));
      await tx.update(repositories).set({ mirrorStatus: null, updatedAt: now }).where(eq(repositories.id, id));
      if (isReadOnly({ mirrorStatus: status })) await recordRepositoryEnd(tx, context, id);
      return true;
    });
    if (wasAttached) {
      // These refs are internal, so deleting them is best effort.
      await deleteUpstreamRefs(context.repositories.path(id)).catch((error: unknown) =>
        context.log.warn({ err: error, repositoryId: id }, "couldn't delete upstream refs of detached mirror"),
      );
    }
    return undefined;
  },
);
