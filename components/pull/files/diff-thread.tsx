"use client";

import { Annotation } from "@/components/checks/annotation";
import { ThreadView } from "@/components/reviews/thread-view";
import { useReviewDraft } from "@/components/reviews/use-review-draft";
import { Badge } from "@/components/ui/badge";
import { type DiffPosition, positionKey } from "@/lib/model/diff/diff-position";
import { DraftForm } from "./draft-form";
import { useFileThreads } from "./file-threads";
import { ImageChange } from "./image-change";
import { Suggestions, showsSuggestions } from "./suggestions";

/** Content below a line of the diff: an image, annotations, threads, and the user's drafts with their forms. */
export function DiffThread({ position }: { position: DiffPosition }) {
  const { name, pull, canWrite, threadsAt, annotationsAt, imageAt, positionOfDraft, opened } = useFileThreads();
  const { drafts, put } = useReviewDraft(pull.id);
  const key = positionKey(position);
  const image = imageAt(position);
  const annotations = annotationsAt(position);
  const draftsHere = drafts.flatMap((draft) => {
    const shown = positionOfDraft(draft);
    return positionKey(shown.position) === key ? [{ draft, note: shown.note }] : [];
  });
  return (
    <div
      data-thread={key}
      className="max-w-3xl space-y-2 whitespace-normal bg-background p-2 font-sans text-foreground text-sm"
    >
      {image ? <ImageChange name={name} {...image} /> : null}
      {annotations.length > 0 ? (
        <ul aria-label="Annotations" className="space-y-2">
          {annotations.map(({ annotation, by }) => (
            <Annotation key={annotation.id} annotation={annotation} by={by} />
          ))}
        </ul>
      ) : null}
      {threadsAt(position).map((placed) => (
        <div key={placed.thread.id} className="space-y-1">
          {placed.note ? <p className="text-muted-foreground text-xs">{placed.note}</p> : null}
          <ThreadView
            name={name}
            thread={placed.thread}
            canWrite={canWrite}
            hideSuggestions={showsSuggestions(placed)}
          />
          <Suggestions placed={placed} />
        </div>
      ))}
      {draftsHere.map(({ draft, note }) => (
        <div key={`${draft.side}${draft.line} ${draft.version}`} className="space-y-1">
          {note ? <p className="text-warning text-xs">{note}</p> : null}
          {draft.open ? (
            <DraftForm draft={draft} />
          ) : (
            <button
              type="button"
              onClick={() => {
                opened.current = draft;
                put({ ...draft, open: true, kept: draft.body });
              }}
              className="w-full rounded-md border border-dashed p-2 text-left hover:bg-muted"
            >
              <Badge tone="warning">Draft</Badge> <span className="whitespace-pre-wrap break-words">{draft.body}</span>
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
