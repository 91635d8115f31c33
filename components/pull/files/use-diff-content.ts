"use client";

import { useMemo, useRef } from "react";
import { focusThread } from "@/components/diff/focus-thread";
import { useDiffSettings } from "@/components/diff/use-diff-settings";
import type { PullName } from "@/components/pulls/pull-queries";
import { useDraftPositions, useReviewDraftStore } from "@/components/reviews/use-review-draft";
import { toast } from "@/components/ui/toast";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { type DiffPosition, type DiffRange, fileLine, positionKey } from "@/lib/model/diff/diff-position";
import { isImage, isSvg } from "@/lib/model/diff/image";
import { parseHunks } from "@/lib/model/diff/parse-hunks";
import type { FileThreads, OpenedDraft } from "./file-threads";
import { useAnnotations } from "./use-annotations";
import { useFileMetadata } from "./use-file-metadata";
import { usePortRange } from "./use-port-range";
import type { VersionCommits } from "./use-ported-threads";
import { type Committer, useSuggestionBatch } from "./use-suggestion-batch";
import { useThreads } from "./use-threads";
import type { Version } from "./versions";

export interface PullDiff {
  name: PullName;
  pull: PullRequest;
  me: Committer;
  canWrite: boolean;
  files: readonly CommitFile[];
  /** The version that comments are written on. */
  version: Version;
  /** The commits on the two sides: those of the version, or others. */
  commits: VersionCommits;
  /** The files that can have comments: those the version changes. All if not set. */
  commentable?: ReadonlySet<string> | undefined;
  scope: DiffScope;
}

/**
 * What a diff shows: a whole version, the changes between two versions without files that stayed the same, one commit, or a
 * version with the layers of the stack below it. Only the left side of a whole version can have comments.
 */
export type DiffScope = "version" | "between" | "commit" | "stack";

const none = [] as const;
const headOf = (path: string): DiffPosition => ({ path, side: "right", line: fileLine });
const isImageChange = ({ filename, patch }: CommitFile) => isSvg(filename) || (patch === "" && isImage(filename));

/** Everything shown between the lines of a diff: threads, drafts, annotations and images. */
export function useDiffContent({ name, pull, me, canWrite, files, version, commits, scope }: PullDiff) {
  const { metadata, mergeBase } = useFileMetadata(name, commits, files);
  const annotations = useAnnotations(name, commits.headSha, files);
  const [settings, changeSettings] = useDiffSettings();
  const showAnnotations = settings.annotations === "shown";
  const drafts = useDraftPositions(pull.id);
  const placed = useThreads(name, drafts, { version, commits, files, isPart: scope === "commit" });
  const suggestionBatch = useSuggestionBatch(name, pull, me, version, (path) => metadata.get(path)?.mode);
  const opened = useRef<OpenedDraft>(undefined);

  const draftPositions = drafts.map((draft) => placed.positionOfDraft(draft).position);
  const draftKeys = draftPositions.map(positionKey).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys identify the positions, whose array is new on each render
  const positions = useMemo(() => {
    const images = files.filter(isImageChange).map(({ filename }) => headOf(filename));
    const all = [...images, ...(showAnnotations ? annotations.positions : []), ...placed.positions, ...draftPositions];
    return [...new Map(all.map((position) => [positionKey(position), position])).values()];
  }, [files, placed.positions, draftKeys, showAnnotations, annotations.positions]);

  // Without anything open, keys go to the resolved threads.
  const stops = positions.filter((position) => {
    const key = positionKey(position);
    const here = placed.byPosition.get(key) ?? none;
    const isFinished = here.length > 0 && here.every(({ thread }) => thread.resolvedAt !== undefined);
    return !isFinished || draftPositions.some((draft) => positionKey(draft) === key);
  });

  const threads: FileThreads = {
    name,
    pull,
    canWrite,
    threadsAt: (position) => placed.byPosition.get(positionKey(position)) ?? none,
    annotationsAt: (position) => (showAnnotations && annotations.byPosition.get(positionKey(position))) || none,
    imageAt: ({ path, line }) => {
      const file = line === fileLine ? files.find(({ filename }) => filename === path) : undefined;
      return file && isImageChange(file) ? { file, commits: { before: mergeBase, after: commits.headSha } } : undefined;
    },
    positionOfDraft: placed.positionOfDraft,
    opened,
    // Lines of an earlier commit aren't those a suggestion replaces.
    textOf: (lines) => (commits.headSha === version.headSha ? textOf(files, lines) : undefined),
    suggestionBatch:
      canWrite && pull.state === "open" && commits.headSha === pull.head.sha ? suggestionBatch : undefined,
  };
  return {
    threads,
    positions,
    stops: stops.length > 0 ? stops : positions,
    metadata,
    openThreads: placed.openThreads,
    unplaced: placed.unplaced,
    threadsError: placed.error,
    annotations: {
      count: annotations.count,
      error: annotations.error,
      shown: showAnnotations,
      toggle: () => changeSettings({ annotations: showAnnotations ? "hidden" : "shown" }),
    },
  };
}

/** Returns a function that opens a comment form on lines of a diff, for the existing draft or a new one. */
export function useOpenComment(
  { name, pull, version, commits, commentable, scope }: PullDiff,
  opened: FileThreads["opened"],
) {
  const { read, put } = useReviewDraftStore(pull.id);
  const portRange = usePortRange(name);
  /** `shown`: where its form is shown. */
  const open = ({ path, side, startLine, endLine }: DiffRange, shown: DiffPosition) => {
    const existing = read().find(
      (draft) =>
        draft.path === path &&
        draft.side === side &&
        draft.line === endLine &&
        (draft.version ?? version.number) === version.number,
    );
    const range = startLine < endLine ? { from: startLine } : {};
    const created = { path, side, line: endLine, version: version.number, ...range, body: "", open: true };
    opened.current = existing ?? created;
    put(existing ? { ...existing, open: true, kept: existing.kept ?? existing.body } : created);
    // A form that is already open isn't mounted again, and one below a sticky header can be out of view.
    focusThread(shown, "form");
  };
  return (range: DiffRange) => {
    const { path, side, endLine } = range;
    const shown = { path, side, line: endLine };
    if (scope !== "version" && side === "left") {
      toast.error("Can't comment on a removed line here.", {
        description: "Comment on a current line, or show the full changes.",
      });
    } else if (commentable?.has(path) === false) {
      toast.error(`Can't comment on a file that #${pull.number} doesn't change.`);
    } else if (commits.headSha === version.headSha || endLine === fileLine) {
      open(range, shown);
    } else {
      portRange(range, { from: commits.headSha, to: version.headSha }).then(
        (lines) => {
          if (lines) return open({ ...range, ...lines }, shown);
          toast.error("Can't comment on lines that a later commit changed.", {
            description: "Comment on the current lines with all commits shown.",
          });
        },
        (error: Error) => toast.error("Couldn't open the comment.", { description: error.message }),
      );
    }
  };
}

/** The lines on the new side, if the diff shows all of them. */
function textOf(
  files: readonly CommitFile[],
  { path, startLine, endLine }: { path: string; startLine: number; endLine: number },
) {
  const file = files.find(({ filename }) => filename === path);
  if (!file) return undefined;
  const found = parseHunks(file)
    .flatMap(({ lines }) => lines)
    .filter(({ after }) => after !== undefined && after >= startLine && after <= endLine);
  return found.length === endLine - startLine + 1 ? found.map(({ text }) => text) : undefined;
}
