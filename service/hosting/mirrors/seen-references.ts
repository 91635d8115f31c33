import type { Context } from "../../core/context";
import type { Transaction } from "../../core/store/transaction";
import { checkPush, usualPushLimits } from "../../git/check-push-limits";
import type { RefUpdate } from "../../git/push-hooks";
import { prepareRefs, RefConflict } from "../../git/ref-transaction";
import { listReferences, noObject, type Reference } from "../../git/references";
import type { WithGit } from "../../git/with-git";
import { moveReferences } from "../git-data/move-references";
import { missedMoves } from "../git-data/record-missed-moves";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { MirrorProblem } from "./mirror-problem";
import { isMirrorable, seenPrefix } from "./upstream";

/** Branches and tags of the repository that can be kept on both sides. */
export async function ownReferences(dir: string): Promise<Reference[]> {
  return (await listReferences(dir, "refs/heads", "refs/tags")).filter(({ name }) => isMirrorable(name));
}

/** Branches and tags of the source as it was last seen. */
export async function seenReferences(dir: string): Promise<Reference[]> {
  const all = await listReferences(dir, seenPrefix.replace(/\/$/, ""));
  return all
    .map(({ name, id }) => ({ name: name.replace(seenPrefix, "refs/"), id }))
    .filter(({ name }) => isMirrorable(name));
}

const byName = (references: readonly Reference[]) => new Map(references.map(({ name, id }) => [name, id]));

/** Moves that make the repository like the source. */
export async function movesToSeen(dir: string): Promise<RefUpdate[]> {
  return missedMoves(byName(await ownReferences(dir)), await seenReferences(dir));
}

/** Moves that make the source like the repository. */
export async function movesToOwn(dir: string): Promise<RefUpdate[]> {
  return missedMoves(byName(await seenReferences(dir)), await ownReferences(dir));
}

/** Moves references that are below `refs/internal`, of which the database knows nothing. */
export async function moveInternal(dir: string, updates: readonly RefUpdate[]): Promise<void> {
  if (updates.length > 0) await (await prepareRefs(dir, updates)).commit();
}

/** Notes that the source has moved. */
export async function noteSeen(dir: string, updates: readonly RefUpdate[]): Promise<void> {
  await moveInternal(
    dir,
    updates.map(({ ref, ...ids }) => ({ ref: ref.replace("refs/", seenPrefix), ...ids })),
  );
}

/** Forgets the source; what the repository has of it stays. */
export async function forgetSeen(dir: string): Promise<void> {
  const all = await listReferences(dir, seenPrefix.replace(/\/$/, ""));
  await moveInternal(
    dir,
    all.map(({ name, id }) => ({ ref: name, before: id, after: noObject })),
  );
}

/** Throws when the source holds what a push would be refused for. */
export async function checkSeen(
  { settings }: Pick<Context, "settings">,
  dir: string,
  updates: readonly RefUpdate[],
): Promise<void> {
  const limits = { ...usualPushLimits, repositoryBytes: settings.repositoryLimitMb * 1024 ** 2 };
  const [problem] = await checkPush(dir, updates, undefined, limits);
  if (problem) throw new MirrorProblem("MirrorContentRefused", problem);
}

/** Makes the repository like the source; `within` belongs to the same transaction. */
export async function adoptSeen(
  context: Context & WithGit & WithMergePreparation,
  repositoryId: string,
  updates: readonly RefUpdate[],
  within: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const move = (some: readonly RefUpdate[]) =>
    moveReferences(context, { repositoryId, actor: "mirror", updates: some, within });
  if (updates.length === 0) return context.db.transaction(within);
  try {
    return await move(updates);
  } catch (error) {
    if (!(error instanceof RefConflict) || error.problem !== "clash") throw error;
  }
  // `a` became `a/b`: git can't do both at once.
  const isGone = ({ after }: RefUpdate) => after === noObject;
  await moveReferences(context, { repositoryId, actor: "mirror", updates: updates.filter(isGone) });
  await move(updates.filter((update) => !isGone(update)));
}
