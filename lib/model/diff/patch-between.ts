import { changesBetween } from "./changes";
import { formatPatch, type Hunk, type PatchLine } from "./patch";

const context = 3;

/** Splits a text into lines. `ended` is whether it ends with a line break, which a diff treats as part of the last line. */
function cut(text: string): { lines: string[]; ended: boolean } {
  if (text === "") return { lines: [], ended: true };
  const ended = text.endsWith("\n");
  return { lines: (ended ? text.slice(0, -1) : text).split("\n"), ended };
}

const unendedMark = "\0";
const marked = ({ lines, ended }: { lines: string[]; ended: boolean }) =>
  ended ? lines : lines.map((line, i) => (i === lines.length - 1 ? line + unendedMark : line));

function lineOf(kind: PatchLine["kind"], text: string, numbers: { before?: number; after?: number }): PatchLine {
  const unended = text.endsWith(unendedMark);
  return { kind, text: unended ? text.slice(0, -1) : text, ...numbers, ...(unended ? { unended } : {}) };
}

/** The unified diff of two texts with three lines of context. Empty if they are equal. */
export function patchBetween(before: string, after: string): string {
  const old = marked(cut(before));
  const now = marked(cut(after));
  const hunks: Hunk[] = [];
  let lines: PatchLine[] = [];
  let at = 0;
  let there = 0;
  const same = (upTo: number) => {
    for (; at < upTo; at += 1, there += 1) {
      lines.push(lineOf("same", old[at] ?? "", { before: at + 1, after: there + 1 }));
    }
  };
  const close = () => {
    const first = lines[0];
    if (!first) return;
    const opensBefore = lines.find((line) => line.before !== undefined)?.before;
    const opensAfter = lines.find((line) => line.after !== undefined)?.after;
    hunks.push({ before: opensBefore ?? at, after: opensAfter ?? there, title: "", lines });
    lines = [];
  };
  for (const { from, to, start, end } of changesBetween(old, now)) {
    if (lines.length > 0 && from - at > 2 * context) {
      same(at + context);
      close();
    }
    if (lines.length === 0) {
      const skip = Math.max(from - context - at, 0);
      at += skip;
      there += skip;
    }
    same(from);
    for (; at < to; at += 1) lines.push(lineOf("removed", old[at] ?? "", { before: at + 1 }));
    for (; there < end; there += 1) lines.push(lineOf("added", now[there] ?? "", { after: there + 1 }));
    if (start === end && from === to) continue;
  }
  if (lines.length > 0) same(Math.min(at + context, old.length));
  close();
  return formatPatch(hunks);
}
