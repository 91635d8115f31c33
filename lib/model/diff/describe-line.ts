import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { showHiddenCharacters } from "../hidden-characters";
import { type DiffPosition, fileLine, type Side } from "./diff-position";
import { parseHunks } from "./parse-hunks";
import type { Hunk } from "./patch";

/** The index of a line's hunk. The file header belongs to the first hunk. */
export function hunkAt(hunks: readonly Hunk[], side: Side, line: number): number {
  const found = hunks.findIndex(({ lines }) =>
    lines.some((each) => (side === "left" ? each.before : each.after) === line),
  );
  return Math.max(found, 0);
}

const kindLabels = { added: "Added line", removed: "Removed line", same: "Line" } as const;

/** The announcement for screen readers when the cursor moves to a line. */
export function describeLine(files: readonly CommitFile[], { path, side, line }: DiffPosition): string {
  if (line === fileLine) return path;
  const file = files.find(({ filename }) => filename === path);
  const found =
    file &&
    parseHunks(file)
      .flatMap(({ lines }) => lines)
      .find((each) =>
        side === "left"
          ? each.kind === "removed" && each.before === line
          : each.kind !== "removed" && each.after === line,
      );
  return found ? `${kindLabels[found.kind]} ${line}: ${showHiddenCharacters(found.text)}` : `Line ${line}`;
}
