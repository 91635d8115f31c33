import { createCheckRunAnnotations } from "@/lib/contract/hosting/checks/create-check-run-annotations";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { actorOf } from "../actors/actor";
import { annotationBody, appendAnnotations } from "./append-annotations";
import { requireCheckRun } from "./check-row";

export const createCheckRunAnnotationsOperation = implement(
  createCheckRunAnnotations,
  async ({ principal, params, body }, context) => {
    const repository = await requireRepository(context, principal, params, "write");
    const { run, suite } = await requireCheckRun(context.db, repository.id, params.checkRunId);
    const { id } = await actorOf(context, principal);
    if (id !== suite.actorId) {
      throw apiError.repohost("PermissionDenied", "Only the app that reported the check run can annotate it");
    }
    const rows = await context.db.transaction((tx) => appendAnnotations(tx, context, run.id, body.annotations));
    return { annotations: rows.map(annotationBody) };
  },
);
