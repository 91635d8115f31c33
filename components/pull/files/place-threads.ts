import type { InlineDraft } from "@/components/reviews/review-draft";
import type { Thread } from "@/components/reviews/review-queries";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffPosition, fileLine, positionKey, type Side, shownPosition } from "@/lib/model/diff/diff-position";
import { hunksOf } from "@/lib/model/diff/hunks-of";
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
  place: DiffPosition;
  note?: string | undefined;
  lines?: PlacedThread["lines"];
}

export interface PlacedThreads {
  /** By {@link positionKey}. */
  byPlace: ReadonlyMap<string, readonly PlacedThread[]>;
  places: readonly DiffPosition[];
  /** Number of unresolved threads by path. */
  openThreads: ReadonlyMap<string, number>;
  /** Threads on files that aren't in this diff. */
  unplaced: readonly Thread[];
  placeOfDraft: (draft: InlineDraft) => Placed;
}

export function linesOfThread({ place }: Thread): Lines {
  const { path = "", side, startLine = fileLine, endLine } = place;
  return { path, side: side === "left" ? "left" : "right", startLine, endLine: endLine || startLine };
}

export const linesOfDraft = ({ path, side, line, from }: InlineDraft): Lines => ({
  ...{ path, side },
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
}

/** Where the diff shows lines commented on in version `writtenOn`. `undefined` if the file isn't in the diff. */
function placeLines(
  { fileOf, version, elsewhere, ported }: DiffLines,
  id: string,
  given: Lines,
  writtenOn: string | undefined,
): Placed | undefined {
  const file = fileOf(given.path);
  if (!file) return undefined;
  const moved = ported.get(id);
  const isFromOtherVersion =
    elsewhere.has(id) || (writtenOn !== undefined && writtenOn !== version && given.startLine !== fileLine);
  const original = `${writtenOn ? `version ${writtenOn}, ` : ""}${lineLabel(given.startLine, given.endLine)}`;
  const path = file.filename;
  if (isFromOtherVersion && !moved)
    return { place: { path, side: "right", line: fileLine }, note: `Originally on ${original}.` };
  const line = moved?.endLine ?? given.endLine;
  const shown =
    line === fileLine
      ? { path, side: "right" as const, line }
      : shownPosition(hunksOf(file), { path, side: given.side, line });
  if (moved?.outdated) return { place: shown, note: `Outdated: originally on ${original}.` };
  const startLine = moved?.startLine ?? given.startLine;
  const lines = line === fileLine ? undefined : { path, startLine, endLine: line };
  const hidden = line !== fileLine && shown.line === fileLine;
  if (!hidden) return { place: shown, lines };
  const where = `${given.side === "left" ? "old " : ""}${lineLabel(startLine, line)}`;
  return { place: shown, lines, note: `On ${where}, which isn't shown in this diff.` };
}

/** Maps threads to positions in a diff. Threads on hidden lines are placed at the head of their file. */
export function placeThreads(diff: DiffLines, threads: readonly Thread[]): PlacedThreads {
  const byPlace = new Map<string, PlacedThread[]>();
  const places = new Map<string, DiffPosition>();
  const openThreads = new Map<string, number>();
  const unplaced: Thread[] = [];
  for (const thread of threads) {
    const placed = placeLines(diff, thread.id, linesOfThread(thread), thread.place.version?.number);
    if (!placed) {
      unplaced.push(thread);
      continue;
    }
    const { place, note, lines } = placed;
    const key = positionKey(place);
    places.set(key, place);
    byPlace.set(key, [...(byPlace.get(key) ?? []), { thread, note, lines }]);
    if (!thread.place.resolvedAt) openThreads.set(place.path, (openThreads.get(place.path) ?? 0) + 1);
  }
  const placeOfDraft = (draft: InlineDraft): Placed =>
    placeLines(diff, draftId(draft), linesOfDraft(draft), draft.version) ?? {
      place: { path: draft.path, side: "right", line: fileLine },
      note: "This file isn't in the diff.",
    };
  return { byPlace, places: [...places.values()], openThreads, unplaced, placeOfDraft };
}
