import type { InlineDraft } from "./review-draft";
import { isWritten } from "./review-draft";

const keyOf = ({ path, side, line, version }: InlineDraft) => JSON.stringify([path, side, line, version]);
const byKey = (drafts: readonly InlineDraft[]) => new Map(drafts.map((draft) => [keyOf(draft), draft]));

/** Whether two drafts of a line save the same comment. An empty draft saves none. */
function isSame(one: InlineDraft | undefined, other: InlineDraft | undefined): boolean {
  const [a, b] = [one, other].map((draft) => (draft && isWritten(draft) ? draft : undefined));
  return a?.body === b?.body && a?.from === b?.from;
}

/** Merges two changes of a text. If both changed it, the result contains both. */
export function mergeText(local: string, base: string, remote: string): string {
  if (local === base) return remote;
  if (remote === base || local.includes(remote)) return local;
  return remote.includes(local) ? remote : `${remote}\n\n${local}`;
}

function mergeDraft(
  local: InlineDraft,
  base: InlineDraft | undefined,
  remote: InlineDraft | undefined,
): InlineDraft | undefined {
  if (isSame(local, remote)) return local;
  if (isSame(local, base)) return remote && local.open ? { ...remote, open: true, kept: remote.body } : remote;
  if (!remote || isSame(remote, base)) return local;
  return { ...local, body: mergeText(local.body, base?.body ?? "", remote.body) };
}

/**
 * Merges the drafts in this browser with those saved from another one. `base` is what both started with. No text is lost:
 * a draft that was changed in one and deleted in the other is kept. Open forms remain open.
 */
export function mergeDrafts(
  local: readonly InlineDraft[],
  base: readonly InlineDraft[],
  remote: readonly InlineDraft[],
): InlineDraft[] {
  const [before, theirs, ours] = [byKey(base), byKey(remote), byKey(local)];
  const kept = local.flatMap((draft) => mergeDraft(draft, before.get(keyOf(draft)), theirs.get(keyOf(draft))) ?? []);
  const added = remote.filter((draft) => !ours.has(keyOf(draft)) && !isSame(draft, before.get(keyOf(draft))));
  return [...kept, ...added];
}
