"use client";

import { CircleCheck, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { MarkdownText } from "@/components/transcript/markdown";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import type { PullRequestComment } from "@/lib/contract/hosting/comment";
import { actorName } from "@/lib/model/hosting/actor-name";
import { useAddComment, useDeleteComment, useResolveThread } from "./review-mutations";
import type { Thread } from "./review-queries";

interface ThreadViewProps {
  name: PullName;
  thread: Thread;
  canWrite: boolean;
  /** Shows the thread's file and lines, for contexts that don't. */
  showLocation?: boolean;
}

function locationText({ path, startLine, endLine, version }: Thread): string | undefined {
  if (!path) return undefined;
  const lines = startLine ? (endLine ? `:${startLine}–${endLine}` : `:${startLine}`) : "";
  return `${path}${lines}${version ? ` · version ${version.number}` : ""}`;
}

/** A comment thread with replies. Collapsed if it is resolved. */
export function ThreadView({ name, thread, canWrite, showLocation = false }: ThreadViewProps) {
  const resolve = useResolveThread(name);
  const resolved = thread.resolvedAt !== undefined;
  const where = showLocation ? locationText(thread) : undefined;
  const first = thread.comments[0];
  const toggle = () =>
    resolve.mutate(
      { threadId: thread.id, resolved: !resolved },
      { onError: (error) => toast.error("Couldn't update the thread.", { description: error.message }) },
    );
  return (
    <details open={!resolved} className="rounded-md border text-sm">
      <summary className="flex cursor-pointer flex-wrap items-center gap-2 px-3 py-1.5 text-xs">
        <span className="min-w-0 flex-1 truncate">
          {where ? (
            <code className="font-mono">{where}</code>
          ) : first ? (
            `Started by ${actorName(first.author)}`
          ) : (
            "Thread"
          )}
        </span>
        {resolved ? (
          <Badge tone="success">
            <CircleCheck aria-hidden />
            Resolved
          </Badge>
        ) : null}
      </summary>
      <ul className="divide-y border-t">
        {thread.comments.map((comment) => (
          <CommentView key={comment.id} name={name} comment={comment} canWrite={canWrite} />
        ))}
      </ul>
      {canWrite ? (
        <div className="flex flex-wrap items-end gap-2 border-t p-2">
          <ReplyForm name={name} threadId={thread.id} />
          <Button size="small" disabled={resolve.isPending} onClick={toggle}>
            {resolved ? "Reopen" : "Resolve"}
          </Button>
        </div>
      ) : null}
    </details>
  );
}

function CommentView({ name, comment, canWrite }: { name: PullName; comment: PullRequestComment; canWrite: boolean }) {
  const remove = useDeleteComment(name);
  const onError = (error: Error) => toast.error("Couldn't delete the comment.", { description: error.message });
  return (
    <li className="space-y-1 px-3 py-2">
      <p className="flex items-center gap-2 text-xs">
        <span className="font-medium">{actorName(comment.author)}</span>
        <RelativeTime iso={comment.createdAt} className="text-muted-foreground" />
        {canWrite ? (
          <Button
            variant="ghost"
            size="smallIcon"
            className="ml-auto"
            aria-label={`Delete comment by ${actorName(comment.author)}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate(comment.id, { onError })}
          >
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </p>
      <MarkdownText text={comment.body} />
    </li>
  );
}

function ReplyForm({ name, threadId }: { name: PullName; threadId: string }) {
  const { value: text, write, forget } = useLocalStore(`draft.reply.${threadId}`, plainText);
  const [open, setOpen] = useState(text !== "");
  const { mutate, isPending, error } = useAddComment(name);
  if (!open) {
    return (
      <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
        Reply
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || isPending) return;
    mutate(
      { body: text, threadId },
      {
        onSuccess: () => {
          forget(text);
          setOpen(false);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="min-w-0 flex-1 space-y-2">
      <Textarea aria-label="Reply" autoFocus rows={2} value={text} onChange={(event) => write(event.target.value)} />
      {error ? (
        <p role="alert" className="text-danger text-xs">
          {error.message} Your draft is saved.
        </p>
      ) : null}
      <Button type="submit" size="small" variant="primary" disabled={!text.trim() || isPending}>
        {isPending ? "Sending…" : "Send reply"}
      </Button>
    </form>
  );
}
