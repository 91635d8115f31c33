"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useUpdatePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { LoadState } from "@/components/ui/load-state";
import { TextAreaField, TextField } from "@/components/ui/text-field";
import { splitFieldError } from "@/lib/client/field-error";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { mergeMessageQuery } from "./detail-queries";

interface MergeDialogProps {
  name: PullName;
  pull: PullRequest;
  headSha: string;
  method: "merge" | "squash";
  /** The text of the merge button, and whether it bypasses rules. */
  action: string;
  danger: boolean;
  /** What is still open, in words. */
  warnings: readonly string[];
  onConfirm: () => void;
  onClose: () => void;
}

/** The dialog restores focus while it opens, so wait for the next frame. */
function focusWhenShown(element: HTMLElement | null) {
  if (element) requestAnimationFrame(() => element.focus());
}

/** Confirms a merge: what is merged where, and the commit messages, whose title and description can be edited. */
export default function MergeDialog(props: MergeDialogProps) {
  const { name, pull, headSha, method, action, danger, warnings, onConfirm, onClose } = props;
  const query = useQuery(mergeMessageQuery(name, pull, method));
  const { data, isPending } = query;
  const [isEditing, setIsEditing] = useState(false);
  const count = data?.commits.length ?? 0;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`Merge into ${data?.baseRef ?? pull.base.ref}?`}
      description={
        warnings.length > 0 ? <span className="text-warning">Still open: {warnings.join("; ")}.</span> : undefined
      }
      className="max-w-2xl"
      footer={
        isEditing ? null : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            {/* The message moves the button, and is what the user confirms. The key focuses the button again. */}
            <Button
              key={isPending ? "loading" : "ready"}
              ref={focusWhenShown}
              disabled={isPending}
              variant={danger ? "danger" : "primary"}
              onClick={onConfirm}
            >
              {action}
            </Button>
          </>
        )
      }
    >
      {count > 1 ? <p className="text-sm">{count} pull requests in the stack are merged in this order:</p> : null}
      <LoadState query={query} failed="Couldn't load the commit message." loading="Loading commit message" />
      <ol className="space-y-3">
        {data?.commits.map(({ pullRequest, title, message }) => (
          <li key={pullRequest.id} className="space-y-1 text-sm">
            <p className="[overflow-wrap:anywhere]">
              <span className="text-muted-foreground">#{pullRequest.number}</span> {title}
            </p>
            {isEditing && pullRequest.id === pull.id ? null : (
              <pre className="max-h-60 overflow-auto whitespace-pre-wrap rounded-md border bg-muted/50 p-2 font-mono text-xs [overflow-wrap:anywhere]">
                {message.trimEnd()}
              </pre>
            )}
          </li>
        ))}
      </ol>
      {isEditing ? (
        <MessageForm name={name} pull={pull} method={method} onClose={() => setIsEditing(false)} />
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-2 text-muted-foreground text-xs">
          <span>
            {method === "squash" ? "Squash commit" : "Merge commit"} of head{" "}
            <code className="font-mono">{headSha.slice(0, 8)}</code>
          </span>
          <Button size="small" variant="ghost" onClick={() => setIsEditing(true)}>
            <Pencil aria-hidden />
            Edit message
          </Button>
        </p>
      )}
    </Dialog>
  );
}

/** Edits the title and description, from which the service writes the message. */
function MessageForm({ name, pull, method, onClose }: Pick<MergeDialogProps, "name" | "pull" | "method" | "onClose">) {
  const [title, setTitle] = useState(pull.title);
  const [body, setBody] = useState(pull.body);
  const { mutate, isPending, error } = useUpdatePull(name);
  const { errorOf, failure } = splitFieldError(error, ["title", "body"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === "") return;
    mutate({ title: title.trim(), ...(body === pull.body ? {} : { body }) }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      {failure ? <CallFailure error={failure}>Couldn't save the message.</CallFailure> : null}
      <p className="text-muted-foreground text-xs">
        The message contains the pull request's{" "}
        {method === "squash" ? "title, number, and description" : "title and number"}. Changes are saved to the pull
        request.
      </p>
      <TextField label="Title" error={errorOf("title")} value={title} onValue={setTitle} ref={focusWhenShown} />
      {method === "squash" ? (
        <TextAreaField label="Description" optional rows={8} error={errorOf("body")} value={body} onValue={setBody} />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isPending || title.trim() === ""}>
          {isPending ? "Saving…" : "Save message"}
        </Button>
      </div>
    </form>
  );
}
