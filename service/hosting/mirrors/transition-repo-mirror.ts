import { transitionRepoMirror } from "@/lib/contract/hosting/mirrors/transition-repo-mirror";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { findActiveJob, lockMirrorStatus, requireUpstreamAdmin, startJob } from "./mirror-row";
import { transitionBody } from "./transition-body";
import { transitionStatuses } from "./transitions";
import type { WithMirrors } from "./with-mirrors";

export const transitionRepoMirrorOperation = implement(
  transitionRepoMirror,
  async ({ principal, params, body: { transition } }, context: Context & WithMirrors) => {
    const repository = await requireRepository(context, principal, params, "admin");
    await requireUpstreamAdmin(context, principal, repository.id);
    const { from, through } = transitionStatuses[transition];
    const job = await context.db.transaction(async (tx) => {
      const status = await lockMirrorStatus(tx, repository.id);
      const active = await findActiveJob(tx, repository.id);
      if (active) throw apiError.repohost("FailedPrecondition", `Transition ${active.id} is still in progress`);
      if (status !== from) {
        const current = status === null ? "not a mirror" : `${status}`;
        throw apiError.repohost(
          "FailedPrecondition",
          `${transition} requires status ${from}, but the repository is ${current}`,
        );
      }
      return startJob(tx, context, { repositoryId: repository.id, transition });
    });
    context.mirrors.wake();
    return transitionBody(context, { ...repository, mirrorStatus: through }, job);
  },
);
