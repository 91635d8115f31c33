import { forceRepoMirrorCutover } from "@/lib/contract/hosting/force-repo-mirror-cutover";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { requireRepository } from "../repositories/access";
import { activeJob, beginJob, lockStatus, requireUpstreamAdmin, supersede } from "./mirror-row";
import { moves } from "./mirror-status";
import { startedBody } from "./started-body";

const transition = "outbound_to_inbound";

/** Gives up what is here and not at the source, so only who administers both may ask for it. */
export const forceRepoMirrorCutoverOperation = implement(
  forceRepoMirrorCutover,
  async ({ principal, params }, service) => {
    const repository = await requireRepository(service, principal, params, "admin");
    await requireUpstreamAdmin(service, principal, repository.id);
    const { from, through } = moves[transition];
    const job = await service.db.transaction(async (tx) => {
      const status = await lockStatus(tx, repository.id);
      const active = await activeJob(tx, repository.id);
      const isStuck = status === through && active?.status === "requires_attention";
      if (!isStuck && (status !== from || active)) {
        throw refuse.repohost(
          "FailedPrecondition",
          "A cutover can be forced on an outbound mirror, or when its transition to inbound requires attention",
        );
      }
      if (active) await supersede(tx, active, service.clock.now());
      return beginJob(tx, service, { repositoryId: repository.id, transition, forced: true });
    });
    service.mirrors.wake();
    return startedBody(service, { ...repository, mirrorStatus: through }, job);
  },
);
