"use client";

import { useMemo, useRef } from "react";
import { useDiffSettings } from "@/components/diff/use-diff-settings";
import type { PullName } from "@/components/pulls/pull-queries";
import type { LinePlace } from "@/components/reviews/review-draft";
import { useDraftPlaces, useReviewDraftStore } from "@/components/reviews/use-review-draft";
import { toast } from "@/components/ui/toast";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { type DiffPosition, type DiffRange, fileLine, positionKey } from "@/lib/model/diff/diff-position";
import { hunksOf } from "@/lib/model/diff/hunks-of";
import { isPicture } from "@/lib/model/diff/image";
import type { FileThreads } from "./file-threads";
import { useAnnotations } from "./use-annotations";
import { useFacts } from "./use-facts";
import { type Person, useSuggesting } from "./use-suggesting";
import { useThreads } from "./use-threads";
import type { Version } from "./versions";

export interface PullDiff {
  name: PullName;
  pull: PullRequest;
  me: Person;
  mayAct: boolean;
  files: readonly CommitFile[];
  /** The version on the right side. */
  version: Version;
  /** The diff compares two versions: its left side belongs to neither, and files without changes are left out. */
  between: boolean;
}

const none = [] as const;
const headOf = (path: string): DiffPosition => ({ path, side: "right", line: fileLine });
const isPictureChange = ({ filename, patch }: CommitFile) => patch === "" && isPicture(filename);

/** What is shown in a diff besides its lines: threads, drafts, annotations and pictures. */
export function useDiffContent({ name, pull, me, mayAct, files, version }: PullDiff) {
  const { facts, mergeBase } = useFacts(name, version, files);
  const annotations = useAnnotations(name, version.headSha, files);
  const [settings, changeSettings] = useDiffSettings();
  const annotated = settings.annotations === "shown";
  const drafts = useDraftPlaces(pull.id);
  const placed = useThreads(name, drafts, version, files);
  const suggesting = useSuggesting(name, pull, me, version, (path) => facts.get(path)?.mode);
  const opened = useRef<LinePlace>(undefined);

  const draftPlaces = drafts.map((draft) => placed.placeOfDraft(draft).place);
  const draftKeys = draftPlaces.map(positionKey).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the places, which are new each time
  const places = useMemo(() => {
    const pictures = files.filter(isPictureChange).map(({ filename }) => headOf(filename));
    const all = [...pictures, ...(annotated ? annotations.places : []), ...placed.places, ...draftPlaces];
    return [...new Map(all.map((place) => [positionKey(place), place])).values()];
  }, [files, placed.places, draftKeys, annotated, annotations.places]);

  const threads: FileThreads = {
    name,
    pull,
    mayAct,
    threadsAt: (place) => placed.byPlace.get(positionKey(place)) ?? none,
    annotationsAt: (place) => (annotated && annotations.byPlace.get(positionKey(place))) || none,
    pictureAt: ({ path, line }) => {
      const file = line === fileLine ? files.find(({ filename }) => filename === path) : undefined;
      return file && isPictureChange(file) ? { file, ends: { before: mergeBase, after: version.headSha } } : undefined;
    },
    placeOfDraft: placed.placeOfDraft,
    opened,
    textOf: (lines) => textOf(files, lines),
    suggesting: mayAct && pull.state === "open" && version.headSha === pull.head.sha ? suggesting : undefined,
  };
  return {
    threads,
    places,
    facts,
    openThreads: placed.openThreads,
    homeless: placed.homeless,
    threadsError: placed.error,
    annotations: {
      count: annotations.count,
      error: annotations.error,
      shown: annotated,
      toggle: () => changeSettings({ annotations: annotated ? "hidden" : "shown" }),
    },
  };
}

/** Returns a function that opens a comment form on lines of a diff: the draft that is there, or a new one. */
export function useOpenComment({ pull, version, between }: PullDiff, opened: FileThreads["opened"]) {
  const { read, put } = useReviewDraftStore(pull.id);
  return ({ path, side, startLine, endLine }: DiffRange) => {
    if (between && side === "left") {
      toast.error("A removed line is of an older version.", {
        description: "Comment on a line that is there now, or show everything.",
      });
      return;
    }
    const known = read().find(
      (draft) =>
        draft.path === path &&
        draft.side === side &&
        draft.line === endLine &&
        (draft.version ?? version.number) === version.number,
    );
    const range = startLine < endLine ? { from: startLine } : {};
    const fresh = { path, side, line: endLine, version: version.number, ...range, body: "", open: true };
    opened.current = known ?? fresh;
    put(known ? { ...known, open: true, kept: known.kept ?? known.body } : fresh);
  };
}

/** The lines of the new side, when the diff shows all of them. */
function textOf(
  files: readonly CommitFile[],
  { path, startLine, endLine }: { path: string; startLine: number; endLine: number },
) {
  const file = files.find(({ filename }) => filename === path);
  if (!file) return undefined;
  const found = hunksOf(file)
    .flatMap(({ lines }) => lines)
    .filter(({ after }) => after !== undefined && after >= startLine && after <= endLine);
  return found.length === endLine - startLine + 1 ? found.map(({ text }) => text) : undefined;
}
