import { emptyTree } from "@/git/diffs/changed-files";
import { readCommit } from "@/git/objects/commit-object";
import { listCommitFiles } from "@/lib/contract/hosting/commits/list-commit-files";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { filesPage } from "./files-page";

/** Files changed since the first parent; for a root commit, all files. */
export const listCommitFilesOperation = implement(
  listCommitFiles,
  async ({ principal, params, query, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const to = await requireCommit(reader, repository, "sha", params.sha);
    const from = (await readCommit(reader, to)).parents[0] ?? emptyTree;
    return filesPage(reader, { repositoryId: repository.id, from, to, query, signal });
  },
);
