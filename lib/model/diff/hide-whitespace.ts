import { changesBetween } from "./changes";
import { formatPatch, type PatchLine, parsePatch } from "./patch";

const withoutWhitespace = (text: string) => text.replace(/\s+/g, "");

/** Turns lines that differ only in whitespace into unchanged lines, in a run of removed and added lines. */
function withoutWhitespaceChanges(removed: readonly PatchLine[], added: readonly PatchLine[]): PatchLine[] {
  const lines: PatchLine[] = [];
  let at = 0;
  let there = 0;
  const pair = (upTo: number) => {
    for (; at < upTo; at += 1, there += 1) {
      const before = removed[at];
      const after = added[there];
      if (before && after) lines.push({ ...after, kind: "same", before: before.before });
    }
  };
  const changes = changesBetween(
    removed.map(({ text }) => withoutWhitespace(text)),
    added.map(({ text }) => withoutWhitespace(text)),
  );
  for (const { from, to, end } of changes) {
    pair(from);
    for (; at < to; at += 1) lines.push(removed[at] ?? { kind: "removed", text: "" });
    for (; there < end; there += 1) lines.push(added[there] ?? { kind: "added", text: "" });
  }
  pair(removed.length);
  return lines;
}

/**
 * The patch without whitespace changes. Lines keep their numbers on both sides, so that comments keep their positions.
 * Empty if only whitespace changed.
 */
export function hideWhitespace(patch: string): string {
  const hunks = parsePatch(patch).map((hunk) => {
    const lines: PatchLine[] = [];
    let removed: PatchLine[] = [];
    let added: PatchLine[] = [];
    const flush = () => {
      lines.push(
        ...(removed.length > 0 && added.length > 0 ? withoutWhitespaceChanges(removed, added) : [...removed, ...added]),
      );
      removed = [];
      added = [];
    };
    for (const line of hunk.lines) {
      if (line.kind === "removed" && added.length > 0) flush();
      if (line.kind === "removed") removed.push(line);
      else if (line.kind === "added") added.push(line);
      else {
        flush();
        lines.push(line);
      }
    }
    flush();
    return { ...hunk, lines };
  });
  return formatPatch(
    hunks.filter(({ lines }) => lines.some(({ kind, text }) => kind !== "same" && withoutWhitespace(text) !== "")),
  );
}
