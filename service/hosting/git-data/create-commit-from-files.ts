import { createCommitFromFiles } from "@/lib/contract/hosting/create-commit-from-files";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { branchOf } from "../../git/branch-of";
import { formatCommit, readCommit } from "../../git/commit-object";
import { EditConflict, editTree, type FileEdit } from "../../git/edit-tree";
import type { ObjectReader } from "../../git/object-readers";
import { RefConflict } from "../../git/ref-transaction";
import { readReference } from "../../git/references";
import { newObject } from "../../git/store-objects";
import type { WithGit } from "../../git/with-git";
import { requireWritableRepository } from "../access/mirror-status";
import { requireRepository } from "../access/repository-access";
import { repositoryLimits } from "../access/repository-limits";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { fileEdits } from "./file-edits";
import { storeCommit } from "./store-commit";
import { refConflictError } from "./update-refs";
import { updateRefsWithRules } from "./update-refs-with-rules";

async function changedTree(reader: ObjectReader, tree: string, edits: readonly FileEdit[]) {
  try {
    return await editTree(reader, tree, edits);
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    const { path = "" } = edits[error.index] ?? {};
    throw apiError.repohost("FailedPrecondition", `files.${error.index}.path: ${path} ${error.problem}`);
  }
}

export const createCommitFromFilesOperation = implement(
  createCommitFromFiles,
  async ({ principal, params, body }, context: Context & WithGit & WithMergePreparation) => {
    const repository = await requireRepository(context, principal, params, "write");
    requireWritableRepository(repository);
    const edits = fileEdits(body.files, repositoryLimits(context).fileBytes);
    const seen = new Set<string>();
    for (const [index, { path }] of edits.entries()) {
      const field = `files.${index}.path`;
      if (seen.has(path)) throw apiError.repohost("InvalidArgument", `${field} is a duplicate`, field);
      seen.add(path);
    }

    const branch = branchOf(body.targetBranch) ?? body.targetBranch;
    const ref = `refs/heads/${branch}`;
    const dir = context.repositories.path(repository.id);
    const tip = await readReference(dir, ref);
    if (!tip) throw apiError.repohost("FailedPrecondition", `targetBranch: branch ${branch} not found`);
    if (tip !== body.expectedHeadSha) {
      throw apiError.repohost("Aborted", `expectedHeadSha: ${branch} is now at ${tip}. Fetch it and try again.`);
    }

    const reader = context.objects.of(dir);
    const parent = await readCommit(reader, tip);
    const { tree, objects } = await changedTree(reader, parent.tree, edits);
    if (tree === parent.tree) throw apiError.repohost("FailedPrecondition", "files: no changes");
    const at = Math.floor(context.clock.now() / 1000);
    const commit = newObject(
      "commit",
      formatCommit({
        tree,
        parents: [tip],
        author: { ...body.author, at, zone: "+0000" },
        committer: { ...(body.committer ?? body.author), at, zone: "+0000" },
        message: body.message,
      }),
    );
    const updates = [{ ref, before: tip, after: commit.id }];
    await storeCommit(context, principal, repository, { objects: [...objects, commit], tree, updates });
    try {
      await updateRefsWithRules(context, principal, repository, updates);
    } catch (error) {
      throw error instanceof RefConflict ? refConflictError(error, "targetBranch") : error;
    }
    return { sha: commit.id, treeSha: tree, previousHeadSha: tip };
  },
);
