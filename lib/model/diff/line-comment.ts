import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffRange, fileLine } from "./diff-position";
import { parseHunks } from "./parse-hunks";

const maxQuotedLines = 40;

function location({ path, side, startLine, endLine }: DiffRange): string {
  if (startLine === fileLine) return `In \`${path}\``;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  return `In \`${path}\`, ${side === "left" ? "removed " : ""}${lines}`;
}

function quotedLines(file: CommitFile, { side, startLine, endLine }: DiffRange): string[] {
  return parseHunks(file)
    .flatMap(({ lines }) => lines)
    .filter((line) => {
      const number = side === "left" ? line.before : line.after;
      return number !== undefined && number >= startLine && number <= endLine;
    })
    .map(({ text }) => text);
}

/** A fence longer than any run of backticks in the text. */
function fenceOf(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return "`".repeat(longest + 1);
}

/** The start of a follow-up prompt about lines of a diff: where they are, and the lines. */
export function lineComment(files: readonly CommitFile[], range: DiffRange): string {
  const file = files.find(({ filename }) => filename === range.path);
  const lines = file && range.startLine !== fileLine ? quotedLines(file, range) : [];
  if (lines.length === 0) return `${location(range)}:\n`;
  const quoted = [...lines.slice(0, maxQuotedLines), ...(lines.length > maxQuotedLines ? ["…"] : [])].join("\n");
  const fence = fenceOf(quoted);
  return `${location(range)}:\n${fence}\n${quoted}\n${fence}\n`;
}
