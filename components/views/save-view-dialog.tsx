"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import type { ViewList } from "@/lib/contract/dashboard/saved-view";
import { useSaveView } from "./view-queries";

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
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const { mutate, isPending, error, reset } = useSaveView();
  const close = () => {
    setName("");
    setShared(false);
    reset();
    onClose();
  };

  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Save this view"
      action={taken.includes(name.trim()) ? "Replace" : "Save"}
      acting="Saving…"
      ready={name.trim() !== ""}
      pending={isPending}
      onSubmit={() => mutate({ list, name: name.trim(), query, shared }, { onSuccess: close })}
      failure={error}
      failed="The view was not saved."
    >
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
    </FormDialog>
  );
}
