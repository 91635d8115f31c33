import type { InlineDraft } from "@/components/reviews/review-draft";
import type { Thread } from "@/components/reviews/review-queries";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffPosition, fileLine, positionKey, type Side, shownPosition } from "@/lib/model/diff/diff-position";
import { hunksOf } from "@/lib/model/diff/hunks-of";
import type { PortedRange } from "@/lib/model/diff/port-line";
import type { PlacedThread } from "./file-threads";

/** Lines of a file, or the file as a whole where `startLine` is {@link fileLine}. */
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
  /** By the key of the place. */
  byPlace: ReadonlyMap<string, readonly PlacedThread[]>;
  places: readonly DiffPosition[];
  /** How many unresolved threads a file has, by its path. */
  openThreads: ReadonlyMap<string, number>;
  /** Threads on files that this diff doesn't have. */
  homeless: readonly Thread[];
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
  /** The file of the diff that has or had this path. */
  fileOf: (path: string) => CommitFile | undefined;
  /** Number of the version that is shown. */
  version: string;
  /** Ids of threads and drafts that were written on other versions. */
  elsewhere: ReadonlySet<string>;
  /** Where the lines of those are in this version, by id, as far as that is known. */
  ported: ReadonlyMap<string, PortedRange>;
}

/** Where the diff shows lines that were commented on in version `made`; `undefined` for a file it doesn't have. */
function placeLines(
  { fileOf, version, elsewhere, ported }: DiffLines,
  id: string,
  given: Lines,
  made: string | undefined,
): Placed | undefined {
  const file = fileOf(given.path);
  if (!file) return undefined;
  const moved = ported.get(id);
  const foreign = elsewhere.has(id) || (made !== undefined && made !== version && given.startLine !== fileLine);
  const there = `${made ? `version ${made}, ` : ""}${lineLabel(given.startLine, given.endLine)}`;
  const path = file.filename;
  if (foreign && !moved) return { place: { path, side: "right", line: fileLine }, note: `Made on ${there}.` };
  const line = moved?.endLine ?? given.endLine;
  const shown =
    line === fileLine
      ? { path, side: "right" as const, line }
      : shownPosition(hunksOf(file), { path, side: given.side, line });
  if (moved?.gone) return { place: shown, note: `Made on ${there}, which changed since.` };
  const startLine = moved?.startLine ?? given.startLine;
  const lines = line === fileLine ? undefined : { path, startLine, endLine: line };
  const hidden = line !== fileLine && shown.line === fileLine;
  if (!hidden) return { place: shown, lines };
  const where = `${given.side === "left" ? "old " : ""}${lineLabel(startLine, line)}`;
  return { place: shown, lines, note: `On ${where}, which this diff does not show.` };
}

/** Places threads in a diff. Those on lines it doesn't show are placed at their file. */
export function placeThreads(diff: DiffLines, threads: readonly Thread[]): PlacedThreads {
  const byPlace = new Map<string, PlacedThread[]>();
  const places = new Map<string, DiffPosition>();
  const openThreads = new Map<string, number>();
  const homeless: Thread[] = [];
  for (const thread of threads) {
    const placed = placeLines(diff, thread.id, linesOfThread(thread), thread.place.version?.number);
    if (!placed) {
      homeless.push(thread);
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
      note: "This file is not in this diff.",
    };
  return { byPlace, places: [...places.values()], openThreads, homeless, placeOfDraft };
}
