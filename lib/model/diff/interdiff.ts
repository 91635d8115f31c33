import { changesBetween, linesOf } from "./changes";
import { mergeLines } from "./merge-lines";
import { patchBetween } from "./patch-between";

/** One file in two versions of a pull request, each with what it grew from; an absent file is an empty text. */
interface FileVersions {
  oldBase: string;
  oldHead: string;
  newBase: string;
  newHead: string;
}

type Interdiff =
  /** The versions make the same change; what else differs came from below. */
  | { kind: "same" }
  /** What was changed since. `rebased` is false where the old change does not fit the new base, so that what came from below is in it. */
  | { kind: "changed"; patch: string; rebased: boolean };

/** Line breaks are kept apart, so that a text is put together as it was. */
const cut = (text: string) => {
  const lines = linesOf(text);
  return text.endsWith("\n") || text === ""
    ? lines.map((line) => `${line}\n`)
    : lines.map((line, i) => (i < lines.length - 1 ? `${line}\n` : line));
};

/** What an author changed from one version to the next, blind to what a rebase brought in. */
export function interdiff({ oldBase, oldHead, newBase, newHead }: FileVersions): Interdiff {
  if (oldHead === newHead) return { kind: "same" };
  const moved = oldBase === newBase ? oldHead : mergeLines(cut(oldBase), cut(oldHead), cut(newBase))?.join("");
  if (moved === newHead) return { kind: "same" };
  if (moved !== undefined) return { kind: "changed", patch: patchBetween(moved, newHead), rebased: true };
  if (sameChange({ oldBase, oldHead, newBase, newHead })) return { kind: "same" };
  return { kind: "changed", patch: patchBetween(oldHead, newHead), rebased: false };
}

/** Where the merge is in doubt (a change right beside another one), equal changes still are equal. */
function sameChange({ oldBase, oldHead, newBase, newHead }: FileVersions): boolean {
  const changed = (before: string, after: string) => {
    const [old, now] = [linesOf(before), linesOf(after)];
    return JSON.stringify(
      changesBetween(old, now).map(({ from, to, start, end }) => [old.slice(from, to), now.slice(start, end)]),
    );
  };
  return changed(oldBase, oldHead) === changed(newBase, newHead);
}
