export interface PatchLine {
  kind: "added" | "removed" | "same";
  text: string;
  /** Numbers in the file before and after; each is there when the line is. */
  before?: number | undefined;
  after?: number | undefined;
  /** The file ends with this line, without a line break. */
  unended?: boolean;
}

export interface Hunk {
  /** First lines; where a side has none, the line before them, as git counts. */
  before: number;
  after: number;
  title: string;
  lines: PatchLine[];
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;
const kinds: Readonly<Record<string, PatchLine["kind"]>> = { "+": "added", "-": "removed", " ": "same" };

/**
 * Reads a unified diff of one file from its first `@@` on. The counts of each head decide what belongs to it, so no line
 * of a file is ever taken for a head. Answers what it could read of a patch that breaks off.
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
    // An empty context line may have lost its space on the way.
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

/** Writes hunks as the patch that `parsePatch` reads. */
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
