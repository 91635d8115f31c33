"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import type { Label } from "@/lib/contract/hosting/label";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { useDeleteLabel, useUpdateLabel } from "./label-queries";

interface LabelDialogProps {
  repository: RepositoryName;
  label: Label;
  /** Called with the changed label; without one if it was deleted. */
  onChanged: (label?: Label) => void;
  onClose: () => void;
}

/** Edits or deletes a label of a repository. */
export function LabelChangeDialog({ change, ...props }: LabelDialogProps & { change: "edit" | "delete" }) {
  return change === "edit" ? <EditLabelDialog {...props} /> : <DeleteLabelDialog {...props} />;
}

function EditLabelDialog({ repository, label, onChanged, onClose }: LabelDialogProps) {
  const [name, setName] = useState(label.name);
  const [color, setColor] = useState(`#${label.color}`);
  const [description, setDescription] = useState(label.description ?? "");
  const update = useUpdateLabel(repository);
  const submit = () =>
    update.mutate(
      { labelName: label.name, body: { name: name.trim(), color: color.slice(1), description: description.trim() } },
      { onSuccess: onChanged },
    );
  return (
    <FormDialog
      title="Edit label"
      description="The label changes on all pull requests."
      action="Save label"
      pendingLabel="Saving…"
      ready={name.trim() !== ""}
      pending={update.isPending}
      onSubmit={submit}
      failure={update.error}
      errorTitle="Couldn't save the label."
      onClose={onClose}
    >
      <TextField label="Name" value={name} maxLength={50} onValue={setName} />
      <TextField label="Color" type="color" value={color} onValue={setColor} className="max-w-16 p-1" />
      <TextField label="Description" optional value={description} maxLength={255} onValue={setDescription} />
    </FormDialog>
  );
}

function DeleteLabelDialog({ repository, label, onChanged, onClose }: LabelDialogProps) {
  const remove = useDeleteLabel(repository);
  return (
    <ConfirmDialog
      title={`Delete label “${label.name}”?`}
      description="The label is removed from all pull requests. This can't be undone."
      action="Delete label"
      pendingLabel="Deleting…"
      pending={remove.isPending}
      failure={remove.error}
      errorTitle="Couldn't delete the label."
      onClose={onClose}
      onConfirm={() => remove.mutate(label.name, { onSuccess: () => onChanged() })}
    />
  );
}
