import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { actorOf } from "../actors/actor";
import { requireBranch } from "./branches";
import { openPullRequest } from "./open-pull-request";
import { rejectParentNumber, selectParent } from "./parent-selector";
import { pullRequestBody } from "./pull-request-body";
import { measureVersion } from "./version";

export const createPullRequestOperation = implement(
  createPullRequest,
  async ({ principal, params, body }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params, "write");
    rejectParentNumber(body);
    const parent = body.parentPullRequest && (await selectParent(context.db, repository.id, body.parentPullRequest));
    if (parent === "clear") {
      throw apiError.repohost("InvalidArgument", "parentPullRequest: nothing to clear", "parentPullRequest");
    }
    const head = await requireBranch(context, repository.id, "head", body.head);
    const base = await requireBranch(context, repository.id, "base", body.base);
    if (head.branch === base.branch)
      throw apiError.repohost("InvalidArgument", "head and base are the same branch", "head");
    const shas = { headSha: head.sha, baseSha: base.sha };
    const measured = await measureVersion(context.repositories.path(repository.id), shas);
    if (measured === "unrelated") {
      throw apiError.repohost("InvalidArgument", "head and base have no common ancestor", "head");
    }
    const { id } = await openPullRequest(context, {
      repositoryId: repository.id,
      title: body.title,
      body: body.body ?? "",
      headRef: head.branch,
      baseRef: base.branch,
      draft: body.draft ?? false,
      author: await actorOf(context, principal),
      parent,
      measured,
    });
    return pullRequestBody(context, repository, id);
  },
);
