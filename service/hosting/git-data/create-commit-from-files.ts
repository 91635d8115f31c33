import { formatCommit, readCommit } from "@/git/objects/commit-object";
import { EditConflict, editTree, type FileEdit } from "@/git/objects/edit-tree";
import type { ObjectReader } from "@/git/objects/object-readers";
import { newObject } from "@/git/objects/store-objects";
import { branchOf } from "@/git/refs/branch-of";
import { RefConflict } from "@/git/refs/ref-transaction";
import { readReference } from "@/git/refs/references";
import { createCommitFromFiles } from "@/lib/contract/hosting/git-data/create-commit-from-files";
import type { BodyOf } from "@/lib/contract/operation";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import type { Principal } from "../../core/principal";
import { requireWritableRepository } from "../access/mirror-status";
import { type FoundRepository, requireRepository } from "../access/repository-access";
import { repositoryLimits } from "../access/repository-limits";
import { bypassChoice } from "../rulesets/bypass-choice";
import { type RuleActor, ruleActor } from "../rulesets/rule-actor";
import { fileEdits } from "./file-edits";
import { withNewCommit } from "./store-commit";
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

/** Commits to the head that the request expects. Throws Aborted if the branch has moved. */
async function commitToHead(
  context: HostingContext,
  input: {
    principal: Principal;
    repository: FoundRepository;
    actor: RuleActor;
    branch: string;
    edits: readonly FileEdit[];
    body: BodyOf<typeof createCommitFromFiles>;
  },
) {
  const { principal, repository, actor, branch, edits, body } = input;
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
  const added = { actor, objects: [...objects, commit], tree, updates };
  try {
    await withNewCommit(context, repository, added, (quarantine) =>
      updateRefsWithRules(context, repository, { principal, actor, updates, quarantine }),
    );
  } catch (error) {
    throw error instanceof RefConflict ? refConflictError(error, "targetBranch") : error;
  }
  return { sha: commit.id, treeSha: tree, previousHeadSha: tip };
}

export const createCommitFromFilesOperation = implement(
  createCommitFromFiles,
  async ({ principal, params, body, request }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params, "write");
    requireWritableRepository(repository);
    const actor = await ruleActor(context, principal, repository.held, bypassChoice(request));
    const edits = fileEdits(body.files, repositoryLimits(context).fileBytes);
    const seen = new Set<string>();
    for (const [index, { path }] of edits.entries()) {
      const field = `files.${index}.path`;
      if (seen.has(path)) throw apiError.repohost("InvalidArgument", `${field} is a duplicate`, field);
      seen.add(path);
    }

    const branch = branchOf(body.targetBranch) ?? body.targetBranch;
    // Of concurrent commits to one head, only one can succeed. The others are rejected before they store anything.
    return context.locks.commits.run(`${repository.id} ${branch}`, () =>
      commitToHead(context, { principal, repository, actor, branch, edits, body }),
    );
  },
);
