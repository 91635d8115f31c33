"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import type { InlineDraft } from "@/components/reviews/review-draft";
import { commentsQuery, type Thread, threadsOf } from "@/components/reviews/review-queries";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffPosition, fileLine, positionKey, type Side, shownPosition } from "@/lib/model/diff/diff-position";
import { hunksOf } from "@/lib/model/diff/hunks-of";
import type { PlacedThread } from "./file-threads";
import { type PortedPlace, usePorted, type VersionCommits } from "./use-ported-threads";

interface Placed {
  place: DiffPosition;
  note?: string | undefined;
  lines?: PlacedThread["lines"];
}

interface Spot {
  path: string;
  side: Side;
  startLine: number;
  endLine: number;
}

const refreshMs = 10_000;
const linesWords = (first: number, last: number) => (first === last ? `line ${first}` : `lines ${first} to ${last}`);

function spotOf({ place }: Thread): Spot {
  const { path = "", side, startLine = fileLine, endLine } = place;
  return { path, side: side === "left" ? "left" : "right", startLine, endLine: endLine || startLine };
}

const draftId = ({ path, side, line, version }: InlineDraft) => `draft ${side}${line} ${version} ${path}`;

/** Places threads and drafts in a diff. Those of other versions are ported; what the diff does not show stays with its file. */
export function useTalkOf(
  name: PullName,
  drafts: readonly InlineDraft[],
  version: VersionCommits & { number: string },
  files: readonly CommitFile[],
) {
  const comments = useInfiniteQuery({
    ...commentsQuery(name),
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  });
  const { error } = comments;
  useFetchAllPages(comments);
  const threads = useMemo(
    () => threadsOf(comments.data?.pages.flatMap((page) => page.comments) ?? []).filter(({ place }) => place.path),
    [comments.data],
  );
  const fileOf = useMemo(() => {
    const byName = new Map(files.map((file) => [file.filename, file]));
    const byOldName = new Map(files.map((file) => [file.previousFilename, file]));
    return (path: string) => byName.get(path) ?? byOldName.get(path);
  }, [files]);
  const versions = useMemo(() => {
    const known = new Map<string, VersionCommits & { number: string }>([[version.number, version]]);
    for (const { place } of threads) if (place.version) known.set(place.version.number, place.version);
    return known;
  }, [threads, version]);

  const elsewhere = useMemo(() => {
    const wanted = (id: string, spot: Spot, made: VersionCommits | undefined): PortedPlace[] => {
      const newPath = fileOf(spot.path)?.filename;
      if (!made || newPath === undefined || spot.startLine === fileLine) return [];
      if (made.headSha === version.headSha && made.baseSha === version.baseSha) return [];
      return [{ id, ...spot, newPath, version: made }];
    };
    return [
      ...threads.flatMap((thread) => wanted(thread.id, spotOf(thread), thread.place.version)),
      ...drafts.flatMap((draft) => {
        const { path, side, line, from } = draft;
        const made = draft.version === undefined ? undefined : versions.get(draft.version);
        return wanted(draftId(draft), { path, side, startLine: from ?? line, endLine: line }, made);
      }),
    ];
  }, [threads, drafts, fileOf, versions, version]);
  const ported = usePorted(name, version, elsewhere);

  return useMemo(() => {
    const away = new Set(elsewhere.map(({ id }) => id));
    const place = (id: string, spot: Spot, made: string | undefined): Placed | undefined => {
      const file = fileOf(spot.path);
      if (!file) return undefined;
      const moved = ported.get(id);
      const foreign = away.has(id) || (made !== undefined && made !== version.number && spot.startLine !== fileLine);
      const there = `${made ? `version ${made}, ` : ""}${linesWords(spot.startLine, spot.endLine)}`;
      const path = file.filename;
      if (foreign && !moved) {
        return { place: { path, side: "right", line: fileLine }, note: `Made on ${there}.` };
      }
      const line = moved?.endLine ?? spot.endLine;
      const shown =
        line === fileLine
          ? { path, side: "right" as const, line }
          : shownPosition(hunksOf(file), { path, side: spot.side, line });
      const hidden = line !== fileLine && shown.line === fileLine;
      if (moved?.gone) return { place: shown, note: `Made on ${there}, which changed since.` };
      const startLine = moved?.startLine ?? spot.startLine;
      const lines = line === fileLine ? undefined : { path, startLine, endLine: line };
      if (!hidden) return { place: shown, lines };
      const where = `${spot.side === "left" ? "old " : ""}${linesWords(startLine, line)}`;
      return { place: shown, lines, note: `On ${where}, which this diff does not show.` };
    };
    const byPlace = new Map<string, PlacedThread[]>();
    const places = new Map<string, DiffPosition>();
    const openThreads = new Map<string, number>();
    const homeless: Thread[] = [];
    for (const thread of threads) {
      const placed = place(thread.id, spotOf(thread), thread.place.version?.number);
      if (!placed) {
        homeless.push(thread);
        continue;
      }
      const key = positionKey(placed.place);
      places.set(key, placed.place);
      byPlace.set(key, [...(byPlace.get(key) ?? []), { thread, note: placed.note, lines: placed.lines }]);
      const { path } = placed.place;
      if (!thread.place.resolvedAt) openThreads.set(path, (openThreads.get(path) ?? 0) + 1);
    }
    const placeOfDraft = (draft: InlineDraft): Placed => {
      const { path, side, line, from } = draft;
      const found = place(draftId(draft), { path, side, startLine: from ?? line, endLine: line }, draft.version);
      return found ?? { place: { path, side: "right", line: fileLine }, note: "This file is not in this diff." };
    };
    return { byPlace, places: [...places.values()], openThreads, homeless, placeOfDraft, threads, error };
  }, [threads, elsewhere, ported, fileOf, version, error]);
}
