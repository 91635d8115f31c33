import { createCheckRunAnnotations } from "@/lib/contract/hosting/create-check-run-annotations";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { actorOf } from "../actors/actor";
import { requireRepository } from "../repositories/access";
import { annotationBody, appendAnnotations } from "./append-annotations";
import { requireCheckRun } from "./check-row";

export const createCheckRunAnnotationsOperation = implement(
  createCheckRunAnnotations,
  async ({ principal, params, body }, service) => {
    const repository = await requireRepository(service, principal, params, "write");
    const { run, suite } = await requireCheckRun(service.db, repository.id, params.checkRunId);
    const { id } = await actorOf(service, principal);
    if (id !== suite.actorId) {
      throw refuse.repohost("PermissionDenied", "Only the app that reported the check run annotates it");
    }
    const rows = await service.db.transaction((tx) => appendAnnotations(tx, service, run.id, body.annotations));
    return { annotations: rows.map(annotationBody) };
  },
);
