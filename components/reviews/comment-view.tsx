"use client";

import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { MarkdownText } from "@/components/transcript/markdown";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { Textarea } from "@/components/ui/textarea";
import type { PullRequestComment } from "@/lib/contract/hosting/comment";
import { withoutSuggestions } from "@/lib/model/diff/suggestion";
import { actorName } from "@/lib/model/hosting/actor-name";
import { AddReaction, Reactions } from "./reactions";
import { useDeleteComment, useEditComment } from "./review-mutations";
import { useReviewer } from "./reviewer";
import { usePreview } from "./use-preview";

interface CommentViewProps {
  name: PullName;
  comment: PullRequestComment;
  canWrite: boolean;
  /** Its suggestions are shown elsewhere, as diffs. */
  hideSuggestions?: boolean;
}

/** A comment. Its author can edit it; its author and users with write access can delete it. */
export function CommentView({ name, comment, canWrite, hideSuggestions = false }: CommentViewProps) {
  const me = useReviewer();
  const [mode, setMode] = useState<"edit" | "delete">();
  const author = actorName(comment.author);
  const isMine = me !== undefined && comment.author.user?.email === me.email;
  const isEdited = comment.updatedAt !== comment.createdAt;
  return (
    <li className="space-y-1 px-3 py-2">
      <p className="flex items-center gap-2 text-xs">
        <span className="font-medium">{author}</span>
        <RelativeTime iso={comment.createdAt} className="text-muted-foreground" />
        {isEdited ? <span className="text-muted-foreground">edited</span> : null}
        <span className="ml-auto flex">
          {canWrite ? <AddReaction name={name} comment={comment} /> : null}
          {isMine ? (
            <Button variant="ghost" size="smallIcon" aria-label="Edit your comment" onClick={() => setMode("edit")}>
              <Pencil aria-hidden />
            </Button>
          ) : null}
          {isMine || canWrite ? (
            <Button
              variant="ghost"
              size="smallIcon"
              aria-label={isMine ? "Delete your comment" : `Delete comment by ${author}`}
              onClick={() => setMode("delete")}
            >
              <Trash2 aria-hidden />
            </Button>
          ) : null}
        </span>
      </p>
      {mode === "edit" ? (
        <EditForm name={name} comment={comment} onClose={() => setMode(undefined)} />
      ) : (
        <MarkdownText text={hideSuggestions ? withoutSuggestions(comment.body) : comment.body} />
      )}
      <Reactions name={name} comment={comment} canWrite={canWrite} />
      {mode === "delete" ? (
        <DeleteDialog
          name={name}
          commentId={comment.id}
          author={isMine ? undefined : author}
          onClose={() => setMode(undefined)}
        />
      ) : null}
    </li>
  );
}

interface EditFormProps {
  name: PullName;
  comment: PullRequestComment;
  onClose: () => void;
}

function EditForm({ name, comment, onClose }: EditFormProps) {
  const [text, setText] = useState(comment.body);
  const { preview, button } = usePreview(text);
  const { mutate, isPending, error } = useEditComment(name);
  const canSave = text.trim() !== "" && text !== comment.body && !isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) mutate({ commentId: comment.id, body: text }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} className="space-y-2">
      {preview ?? (
        <Textarea
          aria-label="Comment"
          autoFocus
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
            if (event.key === "Escape" && text === comment.body) onClose();
          }}
        />
      )}
      {error ? (
        <p role="alert" className="text-danger text-xs">
          Couldn't save the comment. {error.message}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary" disabled={!canSave}>
          {isPending ? "Saving…" : "Save comment"}
        </Button>
        {button}
        <Button size="small" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface DeleteDialogProps {
  name: PullName;
  commentId: string;
  /** Set for comments by others. */
  author: string | undefined;
  onClose: () => void;
}

function DeleteDialog({ name, commentId, author, onClose }: DeleteDialogProps) {
  const remove = useDeleteComment(name);
  return (
    <ConfirmDialog
      title={author ? `Delete the comment by ${author}?` : "Delete your comment?"}
      description="This can't be undone."
      action="Delete comment"
      pendingLabel="Deleting…"
      pending={remove.isPending}
      failure={remove.error}
      errorTitle="Couldn't delete the comment."
      onClose={onClose}
      onConfirm={() => remove.mutate(commentId, { onSuccess: onClose })}
    />
  );
}
