import { batchGetContents } from "@/lib/contract/hosting/batch-get-contents";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { readCommit } from "../../git/commit-object";
import type { WithGit } from "../../git/with-git";
import { requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { checkReadPath, contentAt } from "./content-body";

export const batchGetContentsOperation = implement(
  batchGetContents,
  async ({ principal, params, body }, context: Context & WithGit) => {
    const repository = await requireRepository(context, principal, params);
    for (const [index, path] of body.paths.entries()) {
      const problem = checkReadPath(path);
      if (problem) throw apiError.repohost("InvalidArgument", `paths.${index} ${problem}`, `paths.${index}`);
    }
    const reader = context.objects.of(context.repositories.path(repository.id));
    const resolvedCommitSha = await requireCommit(reader, repository, "ref", body.ref);
    const { tree } = await readCommit(reader, resolvedCommitSha);
    const results = await Promise.all(
      [...new Set(body.paths)].map(async (path) => {
        const content = await contentAt(reader, tree, path);
        return { path, found: content !== undefined, ...(content ? { content } : {}) };
      }),
    );
    return { results, resolvedCommitSha };
  },
);
