import { forceRepoMirrorCutover } from "@/lib/contract/hosting/mirrors/force-repo-mirror-cutover";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { findActiveJob, lockMirrorStatus, requireUpstreamAdmin, startJob, supersedeJob } from "./mirror-row";
import { transitionBody } from "./transition-body";
import { transitionStatuses } from "./transitions";
import type { WithMirrors } from "./with-mirrors";

const transition = "outbound_to_inbound";

/** Discards local changes that aren't upstream, so it requires admin permission on both sides. */
export const forceRepoMirrorCutoverOperation = implement(
  forceRepoMirrorCutover,
  async ({ principal, params }, context: Context & WithMirrors) => {
    const repository = await requireRepository(context, principal, params, "admin");
    await requireUpstreamAdmin(context, principal, repository.id);
    const { from, through } = transitionStatuses[transition];
    const job = await context.db.transaction(async (tx) => {
      const status = await lockMirrorStatus(tx, repository.id);
      const active = await findActiveJob(tx, repository.id);
      const isStuck = status === through && active?.status === "requires_attention";
      if (!isStuck && (status !== from || active)) {
        throw apiError.repohost(
          "FailedPrecondition",
          "Cutover can only be forced for an outbound mirror or when its transition to inbound requires attention",
        );
      }
      if (active) await supersedeJob(tx, active, context.clock.now());
      return startJob(tx, context, { repositoryId: repository.id, transition, forced: true });
    });
    context.mirrors.wake();
    return transitionBody(context, { ...repository, mirrorStatus: through }, job);
  },
);
