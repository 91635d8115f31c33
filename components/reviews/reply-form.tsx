"use client";

import { type FormEvent, useState } from "react";
import { PromptTextarea } from "@/components/prompt/prompt-textarea";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import { useAddComment } from "./review-mutations";
import { usePreview } from "./use-preview";

/** The button and form to reply to a thread. Its text is kept in the browser until it is sent. */
export function ReplyForm({ name, threadId }: { name: PullName; threadId: string }) {
  const { value: text, write, forget } = useLocalStore(`draft.reply.${threadId}`, plainText);
  const [open, setOpen] = useState(text !== "");
  const { preview, button } = usePreview(text);
  const { mutateAsync, isPending, error } = useAddComment(name);
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
    // Not a callback of the mutation: that is dropped when the diff replaces the form.
    mutateAsync({ body: text, threadId }).then(
      () => {
        forget(text);
        setOpen(false);
      },
      // Shown as `error`.
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit} className="min-w-0 flex-1 space-y-2">
      {preview ?? (
        <PromptTextarea
          aria-label="Reply"
          autoFocus
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
