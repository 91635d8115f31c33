import { changesBetween, splitLines } from "./changes";
import { mergeLines } from "./merge-lines";
import { patchBetween } from "./patch-between";

/** One file in two versions of a pull request, each with its base. A missing file is an empty text. */
interface FileVersions {
  oldBase: string;
  oldHead: string;
  newBase: string;
  newHead: string;
}

type Interdiff =
  /** Both versions make the same change; other differences come from the base. */
  | { kind: "same" }
  /** The changes since. `rebased` is false if the old change conflicts with the new base, so that the patch includes changes of the base. */
  | { kind: "changed"; patch: string; rebased: boolean };

/** Splits a text into lines with their line breaks, so that joining restores it. */
const cut = (text: string) => {
  const lines = splitLines(text);
  return text.endsWith("\n") || text === ""
    ? lines.map((line) => `${line}\n`)
    : lines.map((line, i) => (i < lines.length - 1 ? `${line}\n` : line));
};

/** The author's changes between two versions, ignoring changes from a rebase. */
export function interdiff({ oldBase, oldHead, newBase, newHead }: FileVersions): Interdiff {
  if (oldHead === newHead) return { kind: "same" };
  const moved = oldBase === newBase ? oldHead : mergeLines(cut(oldBase), cut(oldHead), cut(newBase))?.join("");
  if (moved === newHead) return { kind: "same" };
  if (moved !== undefined) return { kind: "changed", patch: patchBetween(moved, newHead), rebased: true };
  if (sameChange({ oldBase, oldHead, newBase, newHead })) return { kind: "same" };
  return { kind: "changed", patch: patchBetween(oldHead, newHead), rebased: false };
}

/** Identical changes are the same even if the merge is ambiguous, such as for adjacent changes. */
function sameChange({ oldBase, oldHead, newBase, newHead }: FileVersions): boolean {
  const changed = (before: string, after: string) => {
    const [old, now] = [splitLines(before), splitLines(after)];
    return JSON.stringify(
      changesBetween(old, now).map(({ from, to, start, end }) => [old.slice(from, to), now.slice(start, end)]),
    );
  };
  return changed(oldBase, oldHead) === changed(newBase, newHead);
}
