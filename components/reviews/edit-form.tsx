"use client";

import type { FormEvent } from "react";
import { PromptTextarea } from "@/components/prompt/prompt-textarea";
import { Button } from "@/components/ui/button";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { useEditDraft } from "./use-edit-draft";
import { useKeptFocus } from "./use-kept-focus";
import { usePreview } from "./use-preview";

interface EditFormProps {
  /** Its users can be mentioned. */
  repository: RepositoryName;
  what: "comment" | "review";
  /** Of the comment or review. */
  id: string;
  /** The current Markdown text. */
  body: string;
  isPending: boolean;
  error: Error | null;
  /** The user just started to edit it. */
  takesFocus: boolean;
  onSave: (body: string) => void;
  onClose: () => void;
}

/** Edits the text of a comment or a review in place. The changed text is kept in the browser until it is saved. */
export function EditForm({ repository, what, id, body, isPending, error, takesFocus, onSave, onClose }: EditFormProps) {
  const draft = useEditDraft(id);
  const text = draft.text ?? body;
  const { field } = useKeptFocus(`edit ${id}`);
  const { preview, button } = usePreview(text);
  const canSave = text.trim() !== "" && text !== body && !isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) onSave(text);
  };
  return (
    <form onSubmit={submit} className="space-y-2">
      {preview ?? (
        <PromptTextarea
          aria-label={what === "comment" ? "Comment" : "Review"}
          ref={field}
          autoFocus={takesFocus}
          rows={3}
          value={text}
          onValue={draft.write}
          source={{ users: repository }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
            if (event.key === "Escape" && text === body) onClose();
          }}
        />
      )}
      {error ? (
        <p role="alert" className="text-danger text-xs">
          Couldn't save the {what}. {error.message}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary" disabled={!canSave}>
          {isPending ? "Saving…" : `Save ${what}`}
        </Button>
        {button}
        <Button size="small" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
