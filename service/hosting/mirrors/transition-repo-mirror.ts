import { transitionRepoMirror } from "@/lib/contract/hosting/transition-repo-mirror";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { requireRepository } from "../repositories/access";
import { activeJob, beginJob, lockStatus, requireUpstreamAdmin } from "./mirror-row";
import { moves } from "./mirror-status";
import { startedBody } from "./started-body";

export const transitionRepoMirrorOperation = implement(
  transitionRepoMirror,
  async ({ principal, params, body: { transition } }, service) => {
    const repository = await requireRepository(service, principal, params, "admin");
    await requireUpstreamAdmin(service, principal, repository.id);
    const { from, through } = moves[transition];
    const job = await service.db.transaction(async (tx) => {
      const status = await lockStatus(tx, repository.id);
      const active = await activeJob(tx, repository.id);
      if (active) throw refuse.repohost("FailedPrecondition", `The transition ${active.id} is not over`);
      if (status !== from) {
        const is = status === null ? "no mirror" : `${status}`;
        throw refuse.repohost("FailedPrecondition", `${transition} begins from ${from}: the mirror is ${is}`);
      }
      return beginJob(tx, service, { repositoryId: repository.id, transition });
    });
    service.mirrors.wake();
    return startedBody(service, { ...repository, mirrorStatus: through }, job);
  },
);
