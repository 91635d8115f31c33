"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ViewList } from "@/lib/contract/dashboard/saved-view";
import { useSaveView } from "@/lib/queries/saved-views";

const maxViewName = 100;

interface SaveViewDialogProps {
  list: ViewList;
  open: boolean;
  onClose: () => void;
  query: string;
  /** Names of the person's own views: saving under one replaces it. */
  taken: readonly string[];
}

export default function SaveViewDialog({ list, open, onClose, query, taken }: SaveViewDialogProps) {
  const form = useId();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const { mutate, isPending, error, reset } = useSaveView();
  const close = () => {
    setName("");
    setShared(false);
    reset();
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !isPending) mutate({ list, name: name.trim(), query, shared }, { onSuccess: close });
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(still) => (still ? undefined : close())}
      title="Save this view"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={name.trim() === "" || isPending}>
            {isPending ? "Saving…" : taken.includes(name.trim()) ? "Replace" : "Save"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="space-y-3">
        {error ? <CallFailure error={error}>The view was not saved.</CallFailure> : null}
        <p className="break-words rounded bg-code px-2 py-1.5 font-mono text-xs">{query}</p>
        <Field
          label="Name"
          hint={taken.includes(name.trim()) ? "You have a view of this name: it is replaced." : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={maxViewName}
              autoComplete="off"
            />
          )}
        </Field>
        <Checkbox
          label="Share"
          hint="Everybody who can sign in sees it under your name."
          checked={shared}
          onChange={setShared}
        />
      </form>
    </Dialog>
  );
}
