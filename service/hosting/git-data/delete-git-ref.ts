import { branchOf } from "@/git/refs/branch-of";
import { RefConflict } from "@/git/refs/ref-transaction";
import { noObject, readReference } from "@/git/refs/references";
import { deleteGitRef } from "@/lib/contract/hosting/git-data/delete-git-ref";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireWritableRepository } from "../access/mirror-status";
import { requireRepository } from "../access/repository-access";
import { bypassChoice } from "../rulesets/bypass-choice";
import { ruleActor } from "../rulesets/rule-actor";
import { refConflictError } from "./update-refs";
import { updateRefsWithRules } from "./update-refs-with-rules";

export const deleteGitRefOperation = implement(
  deleteGitRef,
  async ({ principal, params, request }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params, "write");
    requireWritableRepository(repository);
    const actor = await ruleActor(context, principal, repository.held, bypassChoice(request));
    const branch = branchOf(params.ref);
    if (branch === undefined) {
      throw apiError.repohost("InvalidArgument", "ref must be refs/heads/<branch> or heads/<branch>", "ref");
    }
    const ref = `refs/heads/${branch}`;
    const tip = await readReference(context.repositories.path(repository.id), ref);
    if (!tip) throw apiError.repohost("NotFound", "ref: branch not found");
    if (branch === repository.defaultBranch) {
      throw apiError.repohost(
        "FailedPrecondition",
        `${branch} is the default branch. Change the default branch first.`,
      );
    }
    const updates = [{ ref, before: tip, after: noObject }];
    try {
      await updateRefsWithRules(context, repository, { principal, actor, updates });
    } catch (error) {
      throw error instanceof RefConflict ? refConflictError(error, "ref") : error;
    }
    return undefined;
  },
);
