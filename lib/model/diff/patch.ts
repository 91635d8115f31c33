export interface PatchLine {
  kind: "added" | "removed" | "same";
  text: string;
  /** Line numbers before and after, if the line exists on that side. */
  before?: number | undefined;
  after?: number | undefined;
  /** The last line of the file, without a line break. */
  unended?: boolean;
}

export interface Hunk {
  /** First line on each side, or the line before if the side is empty, as in git. */
  before: number;
  after: number;
  title: string;
  lines: PatchLine[];
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/s;
const kinds: Readonly<Record<string, PatchLine["kind"]>> = { "+": "added", "-": "removed", " ": "same" };

/**
 * Parses the unified diff of one file, from its first `@@`. Uses the line counts of each hunk header, so that no line
 * of the file is mistaken for a header. Returns the parsed part of a truncated patch.
 */
export function parsePatch(patch: string): Hunk[] {
  const hunks: Hunk[] = [];
  let hunk: Hunk | undefined;
  let before = 0;
  let after = 0;
  let beforeLeft = 0;
  let afterLeft = 0;
  for (const line of patch.split("\n")) {
    const last = hunk?.lines.at(-1);
    if (line.startsWith("\\")) {
      if (last) last.unended = true;
      continue;
    }
    if (beforeLeft <= 0 && afterLeft <= 0) {
      const head = hunkHead.exec(line);
      if (!head) continue;
      before = Number(head[1]);
      after = Number(head[3]);
      beforeLeft = Number(head[2] ?? 1);
      afterLeft = Number(head[4] ?? 1);
      hunk = { before, after, title: head[5] ?? "", lines: [] };
      hunks.push(hunk);
      continue;
    }
    // Some tools strip the space of an empty context line.
    const kind = kinds[line[0] ?? " "];
    if (!hunk || !kind) break;
    const read: PatchLine = { kind, text: line.slice(1) };
    if (kind !== "added") {
      read.before = before++;
      beforeLeft -= 1;
    }
    if (kind !== "removed") {
      read.after = after++;
      afterLeft -= 1;
    }
    hunk.lines.push(read);
  }
  return hunks;
}

const signs = { added: "+", removed: "-", same: " " } as const;

function span(first: number, count: number): string {
  return count === 1 ? String(first) : `${first},${count}`;
}

/** Formats hunks as a patch. The inverse of `parsePatch`. */
export function formatPatch(hunks: readonly Hunk[]): string {
  return hunks
    .map(({ before, after, title, lines }) => {
      const beforeCount = lines.filter(({ kind }) => kind !== "added").length;
      const afterCount = lines.filter(({ kind }) => kind !== "removed").length;
      const head = `@@ -${span(before, beforeCount)} +${span(after, afterCount)} @@${title ? ` ${title}` : ""}`;
      const body = lines.map(
        ({ kind, text, unended }) => `${signs[kind]}${text}${unended ? "\n\\ No newline at end of file" : ""}`,
      );
      return [head, ...body].join("\n");
    })
    .join("\n");
}
