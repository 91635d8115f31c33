import type { InlineDraft } from "@/components/reviews/review-draft";
import type { Thread } from "@/components/reviews/review-queries";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffPosition, fileLine, positionKey, type Side, shownPosition } from "@/lib/model/diff/diff-position";
import { parseHunks } from "@/lib/model/diff/parse-hunks";
import type { PortedRange } from "@/lib/model/diff/port-line";
import type { PlacedThread } from "./file-threads";

/** Lines of a file, or the whole file if `startLine` is {@link fileLine}. */
export interface Lines {
  path: string;
  side: Side;
  startLine: number;
  endLine: number;
}

interface Placed {
  position: DiffPosition;
  note?: string | undefined;
  lines?: PlacedThread["lines"];
}

export interface PlacedThreads {
  /** By {@link positionKey}. */
  byPosition: ReadonlyMap<string, readonly PlacedThread[]>;
  positions: readonly DiffPosition[];
  /** Number of unresolved threads by path. */
  openThreads: ReadonlyMap<string, number>;
  /** Threads on files that aren't in this diff. */
  unplaced: readonly Thread[];
  positionOfDraft: (draft: InlineDraft) => Placed;
}

export function linesOfThread({ path = "", side, startLine = fileLine, endLine }: Thread): Lines {
  return { path, side: side === "left" ? "left" : "right", startLine, endLine: endLine || startLine };
}

export const linesOfDraft = ({ path, side, line, from }: InlineDraft): Lines => ({
  path,
  side,
  startLine: from ?? line,
  endLine: line,
});

export const draftId = ({ path, side, line, version }: InlineDraft) => `draft ${side}${line} ${version} ${path}`;

const lineLabel = (first: number, last: number) => (first === last ? `line ${first}` : `lines ${first} to ${last}`);

export interface DiffLines {
  /** The file of the diff that has this path now or had it before a rename. */
  fileOf: (path: string) => CommitFile | undefined;
  /** Number of the shown version. */
  version: string;
  /** Ids of threads and drafts written on other versions. */
  elsewhere: ReadonlySet<string>;
  /** Their lines in the shown version by id, as far as they are known. */
  ported: ReadonlyMap<string, PortedRange>;
  /** The diff shows some of the version's changes: threads on other lines are omitted. */
  isPart: boolean;
}

/** Where the diff shows lines commented on in version `writtenOn`. `undefined` if the file isn't in the diff. */
function placeLines(
  { fileOf, version, elsewhere, ported }: DiffLines,
  id: string,
  written: Lines,
  writtenOn: string | undefined,
): Placed | undefined {
  const file = fileOf(written.path);
  if (!file) return undefined;
  const moved = ported.get(id);
  const isFromOtherVersion =
    elsewhere.has(id) || (writtenOn !== undefined && writtenOn !== version && written.startLine !== fileLine);
  const original = `${writtenOn ? `version ${writtenOn}, ` : ""}${lineLabel(written.startLine, written.endLine)}`;
  const path = file.filename;
  if (isFromOtherVersion && !moved)
    return { position: { path, side: "right", line: fileLine }, note: `Originally on ${original}.` };
  const line = moved?.endLine ?? written.endLine;
  const shown =
    line === fileLine
      ? { path, side: "right" as const, line }
      : shownPosition(parseHunks(file), { path, side: written.side, line });
  if (moved?.outdated) return { position: shown, note: `Outdated: originally on ${original}.` };
  const startLine = moved?.startLine ?? written.startLine;
  const lines = line === fileLine ? undefined : { path, startLine, endLine: line };
  const hidden = line !== fileLine && shown.line === fileLine;
  if (!hidden) return { position: shown, lines };
  const where = `${written.side === "left" ? "old " : ""}${lineLabel(startLine, line)}`;
  return { position: shown, lines, note: `On ${where}, which isn't shown in this diff.` };
}

/** Maps threads to positions in a diff. Threads on hidden lines are placed below the file header. */
export function placeThreads(diff: DiffLines, threads: readonly Thread[]): PlacedThreads {
  const byPosition = new Map<string, PlacedThread[]>();
  const positions = new Map<string, DiffPosition>();
  const openThreads = new Map<string, number>();
  const unplaced: Thread[] = [];
  for (const thread of threads) {
    const placed = placeLines(diff, thread.id, linesOfThread(thread), thread.version?.number);
    if (diff.isPart && (!placed || placed.note !== undefined)) continue;
    if (!placed) {
      unplaced.push(thread);
      continue;
    }
    const { position, note, lines } = placed;
    const key = positionKey(position);
    positions.set(key, position);
    byPosition.set(key, [...(byPosition.get(key) ?? []), { thread, note, lines }]);
    if (!thread.resolvedAt) openThreads.set(position.path, (openThreads.get(position.path) ?? 0) + 1);
  }
  const positionOfDraft = (draft: InlineDraft): Placed =>
    placeLines(diff, draftId(draft), linesOfDraft(draft), draft.version) ?? {
      position: { path: draft.path, side: "right", line: fileLine },
      note: "This file isn't in the diff.",
    };
  return { byPosition, positions: [...positions.values()], openThreads, unplaced, positionOfDraft };
}
