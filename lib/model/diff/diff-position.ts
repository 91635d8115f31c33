import type { Hunk } from "./patch";

export type Side = "left" | "right";

/** A position in a diff: below a line, or below the file header if the line is 0. */
export interface DiffPosition {
  path: string;
  side: Side;
  line: number;
}

export const positionKey = ({ path, side, line }: DiffPosition) => `${side}${line}:${path}`;

/** A selected line or range. */
export interface DiffRange {
  path: string;
  side: Side;
  startLine: number;
  endLine: number;
}

export const fileLine = 0;

/**
 * The position where a line is shown: unchanged lines on the right side, and lines outside all hunks at the file
 * header, so that no comment is hidden.
 */
export function shownPosition(hunks: readonly Hunk[], { path, side, line }: DiffPosition): DiffPosition {
  for (const hunk of hunks) {
    for (const { kind, before, after } of hunk.lines) {
      if ((side === "left" ? before : after) !== line) continue;
      return kind === "same" ? { path, side: "right", line: after ?? line } : { path, side, line };
    }
  }
  return { path, side: "right", line: fileLine };
}

const rangePattern = /^(L|R)(\d{1,9})(?:-(\d{1,9}))?:(.+)$/s;
const filePattern = /^:(.+)$/s;

/** Formats a range for the URL: `R12-15:src/a.ts`, or `:src/a.ts` for a file. */
export function formatRange({ path, side, startLine, endLine }: DiffRange): string {
  if (startLine === fileLine) return `:${path}`;
  return `${side === "left" ? "L" : "R"}${startLine}${endLine > startLine ? `-${endLine}` : ""}:${path}`;
}

export function parseRange(text: string): DiffRange | undefined {
  const [, file] = filePattern.exec(text) ?? [];
  if (file) return { path: file, side: "right", startLine: fileLine, endLine: fileLine };
  const [, letter, first, last, path] = rangePattern.exec(text) ?? [];
  if (!path || !first) return undefined;
  const startLine = Number(first);
  const endLine = Number(last ?? first);
  if (startLine < 1 || endLine < startLine) return undefined;
  return { path, side: letter === "L" ? "left" : "right", startLine, endLine };
}
