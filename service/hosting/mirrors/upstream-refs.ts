import { prepareRefs, RefConflict } from "@/git/refs/ref-transaction";
import type { RefUpdate } from "@/git/refs/ref-update";
import { listReferences, noObject, type Reference } from "@/git/refs/references";
import { checkPush } from "@/git/transport/check-push-limits";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import type { Transaction } from "../../core/store/transaction";
import { repositoryLimits } from "../access/repository-limits";
import { diffRefs } from "../git-data/record-missed-ref-updates";
import { updateRefs } from "../git-data/update-refs";
import { MirrorProblem } from "./mirror-problem";
import { isMirrorable, upstreamRefPrefix } from "./upstream";

/** The repository's branches and tags that can be mirrored. */
export async function localRefs(dir: string): Promise<Reference[]> {
  return (await listReferences(dir, "refs/heads", "refs/tags")).filter(({ name }) => isMirrorable(name));
}

/** The upstream's branches and tags as of the last fetch. */
export async function upstreamRefs(dir: string): Promise<Reference[]> {
  const all = await listReferences(dir, upstreamRefPrefix.replace(/\/$/, ""));
  return all
    .map(({ name, id }) => ({ name: name.replace(upstreamRefPrefix, "refs/"), id }))
    .filter(({ name }) => isMirrorable(name));
}

const byName = (references: readonly Reference[]) => new Map(references.map(({ name, id }) => [name, id]));

/** Updates that make the repository match the upstream. */
export async function incomingRefUpdates(dir: string): Promise<RefUpdate[]> {
  return diffRefs(byName(await localRefs(dir)), await upstreamRefs(dir));
}

/** Updates that make the upstream match the repository. */
export async function outgoingRefUpdates(dir: string): Promise<RefUpdate[]> {
  return diffRefs(byName(await upstreamRefs(dir)), await localRefs(dir));
}

/** Updates refs under `refs/internal`, which the database doesn't track. */
export async function updateInternalRefs(dir: string, updates: readonly RefUpdate[]): Promise<void> {
  if (updates.length > 0) await (await prepareRefs(dir, updates)).commit();
}

/** Records new upstream refs after a push. */
export async function recordUpstreamRefs(dir: string, updates: readonly RefUpdate[]): Promise<void> {
  await updateInternalRefs(
    dir,
    updates.map(({ ref, ...ids }) => ({ ref: ref.replace("refs/", upstreamRefPrefix), ...ids })),
  );
}

/** Deletes the recorded upstream refs; the repository's own refs remain. */
export async function deleteUpstreamRefs(dir: string): Promise<void> {
  const all = await listReferences(dir, upstreamRefPrefix.replace(/\/$/, ""));
  await updateInternalRefs(
    dir,
    all.map(({ name, id }) => ({ ref: name, before: id, after: noObject })),
  );
}

/** Throws if the upstream contains anything that would be rejected in a push. */
export async function checkIncomingUpdates(
  context: Pick<Context, "settings">,
  dir: string,
  updates: readonly RefUpdate[],
): Promise<void> {
  const [problem] = await checkPush(dir, updates, { limits: repositoryLimits(context) });
  if (problem) throw new MirrorProblem("MirrorContentRefused", problem);
}

/** Applies upstream updates to the repository. `within` runs in the same transaction. */
export async function applyIncomingUpdates(
  context: HostingContext,
  repositoryId: string,
  updates: readonly RefUpdate[],
  within: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const move = (some: readonly RefUpdate[]) =>
    updateRefs(context, {
      repositoryId,
      actor: "mirror",
      updates: some,
      within: async (tx) => {
        await within(tx);
        return undefined;
      },
    });
  if (updates.length === 0) return context.db.transaction(within);
  try {
    return await move(updates);
  } catch (error) {
    if (!(error instanceof RefConflict) || error.problem !== "clash") throw error;
  }
  // `a` became `a/b`: git can't delete and create these in one transaction.
  const isDeletion = ({ after }: RefUpdate) => after === noObject;
  await updateRefs(context, { repositoryId, actor: "mirror", updates: updates.filter(isDeletion) });
  await move(updates.filter((update) => !isDeletion(update)));
}
