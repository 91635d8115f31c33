import { checkBranchName } from "@/git/refs/branch-name";
import { branchOf } from "@/git/refs/branch-of";
import { RefConflict } from "@/git/refs/ref-transaction";
import { noObject, readReference } from "@/git/refs/references";
import { checkNewCommits } from "@/git/transport/check-push-limits";
import { createGitRef } from "@/lib/contract/hosting/git-data/create-git-ref";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireWritableRepository } from "../access/mirror-status";
import { requireRepository } from "../access/repository-access";
import { bypassChoice } from "../rulesets/bypass-choice";
import { ruleActor } from "../rulesets/rule-actor";
import { refConflictError } from "./update-refs";
import { updateRefsWithRules } from "./update-refs-with-rules";

export const createGitRefOperation = implement(
  createGitRef,
  async ({ principal, params, body, request, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params, "write");
    requireWritableRepository(repository);
    const actor = await ruleActor(context, principal, repository.held, bypassChoice(request));
    const branch = branchOf(body.ref);
    if (branch === undefined) {
      throw apiError.repohost("InvalidArgument", "ref must be refs/heads/<branch> or heads/<branch>", "ref");
    }
    const problem = checkBranchName(branch);
    if (problem) throw apiError.repohost("InvalidArgument", `ref: the branch name ${problem}`, "ref");

    const dir = context.repositories.path(repository.id);
    const { sha } = body;
    if ((await context.objects.of(dir).info(sha))?.type !== "commit") {
      throw apiError.repohost("InvalidArgument", "sha: commit not found", "sha");
    }
    const ref = `refs/heads/${branch}`;
    const response = { ref, object: { sha, type: "commit" } };
    const conflict = () => apiError.repohost("AlreadyExists", `${ref} already exists at another commit`);
    const existing = await readReference(dir, ref);
    if (existing === sha) return response;
    if (existing) throw conflict();
    const updates = [{ ref, before: noObject, after: sha }];
    // The commit may come from a rejected push, or from a pull request version that was never on a branch.
    const [heavy] = await checkNewCommits(dir, updates, { signal });
    if (heavy) throw apiError.repohost("InvalidArgument", `sha: ${heavy}`, "sha");
    try {
      await updateRefsWithRules(context, repository, { principal, actor, updates });
    } catch (error) {
      if (!(error instanceof RefConflict)) throw error;
      if (error.problem !== "exists") throw refConflictError(error, error.problem === "object" ? "sha" : "ref");
      // Created concurrently: fine if it points to the same commit.
      if ((await readReference(dir, ref)) !== sha) throw conflict();
    }
    return response;
  },
);
