export interface DiffLine {
  kind: "added" | "removed" | "same" | "hunk";
  text: string;
  before?: number | undefined;
  after?: number | undefined;
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const fileHead =
  /^(?:diff --git |index |--- |\+\+\+ |new file mode |deleted file mode |similarity |rename |\\ No newline)/;

/** The numbered lines of a unified diff. A diff without hunk headers is one hunk without numbers. */
export function diffLines(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let before: number | undefined;
  let after: number | undefined;
  let insideHunk = false;
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    const head = hunkHead.exec(line);
    if (head) {
      [before, after] = [Number(head[1]), Number(head[2])];
      insideHunk = true;
      lines.push({ kind: "hunk", text: line });
    } else if (line.startsWith("\\ ") || (!insideHunk && fileHead.test(line))) {
      // The file name, which the card already shows.
    } else if (line.startsWith("diff --git ")) {
      insideHunk = false;
      lines.push({ kind: "hunk", text: line });
    } else if (line.startsWith("+")) {
      lines.push({ kind: "added", text: line.slice(1), after });
      if (after !== undefined) after += 1;
    } else if (line.startsWith("-")) {
      lines.push({ kind: "removed", text: line.slice(1), before });
      if (before !== undefined) before += 1;
    } else {
      lines.push({ kind: "same", text: line.replace(/^ /, ""), before, after });
      if (before !== undefined) before += 1;
      if (after !== undefined) after += 1;
    }
  }
  return lines;
}
