import { readCommit } from "@/git/objects/commit-object";
import { batchGetContents } from "@/lib/contract/hosting/contents/batch-get-contents";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { checkReadPath, contentAt } from "./content-body";

export const batchGetContentsOperation = implement(
  batchGetContents,
  async ({ principal, params, body }, context: HostingContext) => {
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
