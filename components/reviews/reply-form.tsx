"use client";

import { type FormEvent, useState } from "react";
import { PromptTextarea } from "@/components/prompt/prompt-textarea";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import { useAddComment } from "./review-mutations";
import { isReplaced, useKeptFocus } from "./use-kept-focus";
import { usePreview } from "./use-preview";

interface ReplyFormProps {
  name: PullName;
  threadId: string;
}

const draftName = (threadId: string) => `draft.reply.${threadId}`;

/** The button and form to reply to a thread. Its text is kept in the browser until it is sent. */
export function ReplyForm({ name, threadId }: ReplyFormProps) {
  const { value: text } = useLocalStore(draftName(threadId), plainText);
  const [open, setOpen] = useState(text !== "" || isReplaced(draftName(threadId)));
  // A form that only scrolls into view doesn't take the focus.
  const [takesFocus, setTakesFocus] = useState(false);
  if (open) {
    return <OpenReply name={name} threadId={threadId} takesFocus={takesFocus} onClose={() => setOpen(false)} />;
  }
  const start = () => {
    setTakesFocus(true);
    setOpen(true);
  };
  return (
    <Button size="small" variant="ghost" onClick={start}>
      Reply
    </Button>
  );
}

interface OpenReplyProps extends ReplyFormProps {
  takesFocus: boolean;
  onClose: () => void;
}

function OpenReply({ name, threadId, takesFocus, onClose }: OpenReplyProps) {
  const { value: text, write, forget } = useLocalStore(draftName(threadId), plainText);
  const { field, release } = useKeptFocus(draftName(threadId));
  const { preview, button } = usePreview(text);
  const { mutateAsync, isPending, error } = useAddComment(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || isPending) return;
    // Not a callback of the mutation: that is dropped when the diff replaces the form.
    mutateAsync({ body: text, threadId }).then(
      () => {
        release();
        forget(text);
        onClose();
      },
      // Shown as `error`.
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit} className="min-w-0 flex-1 space-y-2">
      {preview ?? (
        <PromptTextarea
          ref={field}
          data-field={draftName(threadId)}
          aria-label="Reply"
          autoFocus={takesFocus}
          rows={2}
          value={text}
          onValue={write}
          source={{ users: name }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
          }}
        />
      )}
      {error ? (
        <p role="alert" className="text-danger text-xs">
          {error.message} Your draft is saved.
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary" disabled={!text.trim() || isPending}>
          {isPending ? "Sending…" : "Send reply"}
        </Button>
        {button}
      </div>
    </form>
  );
}
