"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import MarkdownText from "@/components/transcript/markdown";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PullRequestComment } from "@/lib/contract/hosting/comment";
import { withoutSuggestions } from "@/lib/model/diff/suggestion";
import { actorName, ownName } from "@/lib/model/hosting/actor-name";
import { EditForm } from "./edit-form";
import { AddReaction, Reactions } from "./reactions";
import { useDeleteComment, useEditComment } from "./review-mutations";
import { useReviewer } from "./reviewer";
import { useEditDraft } from "./use-edit-draft";

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
  const edit = useEditDraft(comment.id);
  const [isDeleting, setDeleting] = useState(false);
  const author = actorName(comment.author);
  const isMine = me !== undefined && comment.author.user?.email === me.email;
  const isEdited = comment.updatedAt !== comment.createdAt;
  return (
    <li className="space-y-1 px-3 py-2">
      <p className="flex items-center gap-2 text-xs">
        <Avatar name={ownName(comment.author)} />
        <span className="font-medium">{author}</span>
        <RelativeTime iso={comment.createdAt} className="text-muted-foreground" />
        {isEdited ? <span className="text-muted-foreground">edited</span> : null}
        <span className="ml-auto flex">
          {canWrite ? <AddReaction name={name} comment={comment} /> : null}
          {isMine ? (
            <Button
              variant="ghost"
              size="smallIcon"
              aria-label="Edit your comment"
              onClick={() => edit.start(comment.body)}
            >
              <Pencil aria-hidden />
            </Button>
          ) : null}
          {isMine || canWrite ? (
            <Button
              variant="ghost"
              size="smallIcon"
              aria-label={isMine ? "Delete your comment" : `Delete comment by ${author}`}
              onClick={() => setDeleting(true)}
            >
              <Trash2 aria-hidden />
            </Button>
          ) : null}
        </span>
      </p>
      {edit.isOpen ? (
        <EditComment name={name} comment={comment} takesFocus={edit.wasStarted} onClose={edit.end} />
      ) : (
        <MarkdownText text={hideSuggestions ? withoutSuggestions(comment.body) : comment.body} />
      )}
      <Reactions name={name} comment={comment} canWrite={canWrite} />
      {isDeleting ? (
        <DeleteDialog
          name={name}
          commentId={comment.id}
          author={isMine ? undefined : author}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </li>
  );
}

interface EditCommentProps {
  name: PullName;
  comment: PullRequestComment;
  takesFocus: boolean;
  onClose: () => void;
}

function EditComment({ name, comment, takesFocus, onClose }: EditCommentProps) {
  const { mutateAsync, isPending, error } = useEditComment(name);
  // Not a callback of the mutation: that is dropped when the diff replaces the form.
  const save = (body: string) => void mutateAsync({ commentId: comment.id, body }).then(onClose, () => undefined);
  return (
    <EditForm
      repository={name}
      what="comment"
      id={comment.id}
      body={comment.body}
      isPending={isPending}
      error={error}
      takesFocus={takesFocus}
      onSave={save}
      onClose={onClose}
    />
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
