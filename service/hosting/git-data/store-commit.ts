import { type ObjectReader, ObjectTooLarge } from "@/git/objects/object-readers";
import { inQuarantine, type Quarantine } from "@/git/objects/quarantine";
import { type NewObject, storeObjects } from "@/git/objects/store-objects";
import { createTreeWeigher, TreeTooHeavy } from "@/git/objects/tree-weight";
import type { RefUpdate } from "@/git/refs/ref-update";
import { GitError } from "@/git/run-git";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import type { FoundRepository } from "../access/repository-access";
import { requireFreeSpace } from "../access/repository-limits";
import { checkPushRules } from "../rulesets/push-rules";
import type { RuleActor } from "../rulesets/rule-actor";

/** Throws FailedPrecondition if a tree has too many files to check out. Reads new trees from memory. */
async function checkWeight(reader: ObjectReader, objects: readonly NewObject[], tree: string): Promise<void> {
  const added = new Map(objects.map((object) => [object.id, object]));
  try {
    await createTreeWeigher(async (id, maxBytes) => added.get(id) ?? reader.read(id, maxBytes))(tree);
  } catch (error) {
    if (!(error instanceof TreeTooHeavy || error instanceof ObjectTooLarge)) throw error;
    throw apiError.repohost("FailedPrecondition", `files: ${error.message}`, "files");
  }
}

/**
 * Runs `work` with the objects of a new commit in quarantine if the repository's limits and rules accept it, as they
 * would a push. Nothing is stored unless `work` keeps them. Throws InvalidArgument, FailedPrecondition or Unavailable.
 */
export async function withNewCommit(
  context: Pick<Context, "db" | "settings"> & WithGit,
  repository: FoundRepository,
  input: { actor: RuleActor; objects: readonly NewObject[]; tree: string; updates: readonly RefUpdate[] },
  work: (quarantine: Quarantine) => Promise<void>,
): Promise<void> {
  const { actor, objects, tree, updates } = input;
  const dir = context.repositories.path(repository.id);
  await checkWeight(context.objects.of(dir), objects, tree);
  await inQuarantine(dir, async (quarantine) => {
    try {
      await storeObjects(dir, objects, quarantine.env);
    } catch (error) {
      if (!(error instanceof GitError) || !/fsck|object .* (?:error|has)|invalid object/i.test(error.stderr))
        throw error;
      throw apiError.repohost("InvalidArgument", "files: git rejected the resulting tree", "files");
    }
    await requireFreeSpace(context, dir);
    await checkPushRules(context, repository, { actor, updates, quarantine: quarantine.path });
    await work(quarantine);
  });
}
