"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import type { ViewList } from "@/lib/contract/dashboard/views/saved-view";
import { useSaveView } from "./view-queries";

const maxViewName = 100;

interface SaveViewDialogProps {
  list: ViewList;
  open: boolean;
  onClose: () => void;
  query: string;
  /** Names of the user's views. Saving under one of them replaces it. */
  existingNames: readonly string[];
}

export default function SaveViewDialog({ list, open, onClose, query, existingNames }: SaveViewDialogProps) {
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
      title="Save view"
      action={existingNames.includes(name.trim()) ? "Replace view" : "Save view"}
      pendingLabel="Saving…"
      ready={name.trim() !== ""}
      pending={isPending}
      onSubmit={() => mutate({ list, name: name.trim(), query, shared }, { onSuccess: close })}
      failure={error}
      errorTitle="Couldn't save the view."
    >
      <p className="break-words rounded bg-code px-2 py-1.5 font-mono text-xs">{query}</p>
      <TextField
        label="Name"
        hint={existingNames.includes(name.trim()) ? "Replaces your existing view with this name." : undefined}
        value={name}
        onValue={setName}
        maxLength={maxViewName}
        autoComplete="off"
      />
      <Checkbox label="Share" hint="Visible to all users, with your name." checked={shared} onChange={setShared} />
    </FormDialog>
  );
}
