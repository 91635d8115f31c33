import { useState } from "react";
import { closedDraft, type InlineDraft, toDraftComment } from "@/components/reviews/review-draft";
import { useAddComment } from "@/components/reviews/review-mutations";
import { useReviewDraftStore } from "@/components/reviews/use-review-draft";
import { useFileThreads } from "./file-threads";

/** The text of an open draft, which is stored as the user types, and what can be done with it. */
export function useDraft(draft: InlineDraft) {
  const { name, pull, textOf } = useFileThreads();
  const { put, move, remove, reject } = useReviewDraftStore(pull.id);
  const { mutateAsync, isPending } = useAddComment(name);
  const [text, setText] = useState(draft.body);
  const [received, setReceived] = useState(draft.body);
  // Another browser changed the draft.
  if (draft.body !== received) {
    setReceived(draft.body);
    setText(draft.body);
  }
  const { path, side, line: last, from: first = last } = draft;
  const { problem, typedLine = "", ...written } = draft;
  const line = typedLine && last === 0 ? { line: Number(typedLine) } : {};
  const finished = closedDraft({ ...draft, body: text, ...line });
  return {
    text,
    problem,
    typedLine,
    isPending,
    /** The commented lines, if they can be changed. */
    lines: side === "right" && last > 0 ? textOf({ path, startLine: first, endLine: last }) : undefined,
    write(body: string) {
      setText(body);
      put({ ...written, body, ...(typedLine ? { typedLine } : {}) });
    },
    setLine: (next: string) => put({ ...written, body: text, typedLine: next }),
    close: () => (draft.kept ? put({ ...finished, body: draft.kept }) : remove(draft)),
    /** Adds it to the review. */
    save: () => (text.trim() ? move(draft, finished) : remove(draft)),
    // Not callbacks of the mutation: those are dropped when the form is replaced.
    publish: () =>
      mutateAsync(toDraftComment(finished)).then(
        () => remove(draft),
        (error: Error) => reject(draft, error.message),
      ),
  };
}
