"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { DiffWorkbench } from "@/components/diff/diff-workbench";
import { useDiffSettings } from "@/components/diff/use-diff-settings";
import type { PullName } from "@/components/pulls/pull-queries";
import type { LinePlace } from "@/components/reviews/review-draft";
import { ThreadView } from "@/components/reviews/thread-view";
import { useDraftPlaces, useReviewDraftStore } from "@/components/reviews/use-review-draft";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { toast } from "@/components/ui/toast";
import { useUrlState } from "@/components/ui/use-url-state";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import {
  type DiffPosition,
  type DiffRange,
  fileLine,
  formatRange,
  parseRange,
  positionKey,
} from "@/lib/model/diff/diff-position";
import { hunksOf } from "@/lib/model/diff/hunks-of";
import { isPicture } from "@/lib/model/diff/image";
import { counted } from "@/lib/model/plural";
import { type ChosenSuggestion, useApplySuggestions } from "./apply-suggestions";
import { PlaceTalk } from "./diff-thread";
import { type Suggesting, type Talk, TalkProvider } from "./file-threads";
import { sameSuggestion } from "./suggestions";
import { useAnnotations } from "./use-annotations";
import { useFacts } from "./use-facts";
import { useTalkOf } from "./use-threads";
import { useViewed } from "./use-viewed";
import type { Version } from "./versions";

export interface Person {
  name: string | null;
  email: string;
}

interface FilesBodyProps {
  name: PullName;
  pull: PullRequest;
  me: Person;
  mayAct: boolean;
  files: readonly CommitFile[];
  /** All files are there. */
  complete: boolean;
  /** Says what is shown: how many files of what. */
  summary: string;
  /** The version whose lines stand on the right. */
  version: Version;
  /** The diff is of two versions: its left side is of none, and it leaves files out. */
  between: boolean;
  load?: (file: CommitFile) => Promise<{ before: string; after: string }>;
}

const below = (place: DiffPosition) => <PlaceTalk place={place} />;
const none = [] as const;
const headOf = (path: string): DiffPosition => ({ path, side: "right", line: fileLine });
const isPictureChange = ({ filename, patch }: CommitFile) => patch === "" && isPicture(filename);

/** A diff with what is said about it and one's own drafts. */
export function FilesBody(props: FilesBodyProps) {
  const { name, pull, me, mayAct, files, complete, summary, version, between, load } = props;
  const url = useUrlState();
  const { facts, mergeBase } = useFacts(name, version, files);
  const annotations = useAnnotations(name, version.headSha, files);
  const [settings, change] = useDiffSettings();
  const annotated = settings.annotations === "shown";
  const viewed = useViewed(pull.id, version.headSha, facts);
  const { read, put } = useReviewDraftStore(pull.id);
  const spots = useDraftPlaces(pull.id);
  const { byPlace, places, placeOfDraft, openThreads, homeless, error } = useTalkOf(name, spots, version, files);
  const canCommit = mayAct && pull.state === "open" && version.headSha === pull.head.sha;
  const suggesting = useSuggesting(name, pull, me, version, (path) => facts.get(path)?.mode);

  const draftPlaces = spots.map((draft) => placeOfDraft(draft).place);
  const draftKeys = draftPlaces.map(positionKey).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the places, which are new each time
  const allPlaces = useMemo(() => {
    const pictures = files.filter(isPictureChange).map(({ filename }) => headOf(filename));
    const all = [...pictures, ...(annotated ? annotations.places : []), ...places, ...draftPlaces];
    return [...new Map(all.map((place) => [positionKey(place), place])).values()];
  }, [files, places, draftKeys, annotated, annotations.places]);
  const opened = useRef<LinePlace>(undefined);
  const talk: Talk = {
    name,
    pull,
    mayAct,
    threadsAt: (place) => byPlace.get(positionKey(place)) ?? none,
    annotationsAt: (place) => (annotated && annotations.byPlace.get(positionKey(place))) || none,
    pictureAt: ({ path, line }) => {
      const file = line === fileLine ? files.find(({ filename }) => filename === path) : undefined;
      return file && isPictureChange(file) ? { file, ends: { before: mergeBase, after: version.headSha } } : undefined;
    },
    placeOfDraft,
    opened,
    textOf: (lines) => textOf(files, lines),
    suggesting: canCommit ? suggesting : undefined,
  };
  const comment = ({ path, side, startLine, endLine }: DiffRange) => {
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
  const toggleAnnotations = () => change({ annotations: annotated ? "hidden" : "shown" });
  const at = url.get("at");
  const range = useMemo(() => parseRange(at), [at]);
  const lost = range !== undefined && complete && !files.some(({ filename }) => filename === range.path);

  return (
    <>
      {error ? <CallFailure error={error}>Not everything that was said could be read.</CallFailure> : null}
      {annotations.error ? (
        <CallFailure error={annotations.error}>Not every annotation of the checks could be read.</CallFailure>
      ) : null}
      {lost ? (
        <p role="status" className="rounded-md border border-warning/40 bg-warning-soft p-2 text-sm text-warning">
          The address names a place in {range.path}, which is not changed in what is shown.
        </p>
      ) : null}
      {complete && homeless.length > 0 ? (
        <details open={!between} className="max-w-3xl rounded-md border p-2">
          <summary className="cursor-pointer text-sm">
            {counted(homeless.length, "thread")} on files that{" "}
            {between ? "did not change between these versions" : "are not changed any more"}
          </summary>
          <div className="space-y-2 pt-2">
            {homeless.map((thread) => (
              <ThreadView key={thread.id} name={name} thread={thread} mayAct={mayAct} place />
            ))}
          </div>
        </details>
      ) : null}
      {complete && files.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          {between ? "The author changed nothing between these versions." : "Nothing is changed."}
        </p>
      ) : (
        <TalkProvider talk={talk}>
          <DiffWorkbench
            files={files}
            facts={facts}
            positions={allPlaces}
            below={below}
            openThreads={openThreads}
            viewed={viewed}
            onComment={mayAct ? comment : undefined}
            load={load}
            keys={annotations.count > 0 ? { a: toggleAnnotations } : undefined}
            range={range}
            onRange={(next) => url.set({ at: next ? formatRange(next) : "" })}
          >
            <p className="text-muted-foreground text-sm">{summary}</p>
            {annotations.count > 0 ? (
              <Button
                size="small"
                aria-pressed={annotated}
                variant={annotated ? "secondary" : "quiet"}
                onClick={toggleAnnotations}
              >
                {counted(annotations.count, "annotation")}
              </Button>
            ) : null}
            {canCommit && suggesting.chosen.length > 0 ? (
              <Button size="small" disabled={suggesting.busy} onClick={() => suggesting.apply(suggesting.chosen)}>
                Commit {suggesting.chosen.length} suggestions
              </Button>
            ) : null}
          </DiffWorkbench>
        </TalkProvider>
      )}
    </>
  );
}

function useSuggesting(
  name: PullName,
  pull: PullRequest,
  { name: personName, email }: Person,
  version: Version,
  modeOf: Suggesting["modeOf"],
): Suggesting {
  const [chosen, setChosen] = useState<readonly ChosenSuggestion[]>([]);
  const { mutate, isPending } = useApplySuggestions(name);
  // Lines of another head are other lines.
  // biome-ignore lint/correctness/useExhaustiveDependencies: emptied when the head moves
  useEffect(() => setChosen([]), [version.headSha]);
  return {
    chosen,
    busy: isPending,
    modeOf,
    choose: (suggestion, on) => {
      const others = chosen.filter((each) => !sameSuggestion(each, suggestion));
      setChosen(on ? [...others, suggestion] : others);
    },
    apply: (suggestions) =>
      mutate(
        {
          branch: pull.head.ref,
          headSha: version.headSha,
          author: { name: personName?.trim() || email, email },
          suggestions,
        },
        {
          onSuccess: (sha) => {
            setChosen([]);
            toast.success(`Committed as ${sha.slice(0, 8)}.`);
          },
          onError: (problem) => toast.error("Nothing was committed.", { description: problem.message }),
        },
      ),
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
