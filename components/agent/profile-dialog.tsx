"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { splitFieldError } from "@/lib/client/field-error";
import { agentProfileQuery, useUpdateProfile } from "./agent-profile-queries";

const maxName = 100;

interface ProfileDialogProps {
  agentId: string;
  onClose: () => void;
}

const labelsOf = (text: string) =>
  text
    .split(",")
    .map((label) => label.trim())
    .filter((label) => label !== "");

/** Renames and labels an agent, for all users of this dashboard. */
export default function ProfileDialog({ agentId, onClose }: ProfileDialogProps) {
  const { data } = useQuery(agentProfileQuery(agentId));
  const { mutate, isPending, error } = useUpdateProfile(agentId);
  const [edited, setEdited] = useState<{ name?: string; labels?: string }>({});
  const name = edited.name ?? data?.name ?? "";
  const labels = edited.labels ?? data?.labels.join(", ") ?? "";
  const { errorOf, failure } = splitFieldError(error, ["name", "labels"]);
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Rename and label"
      action="Save changes"
      pendingLabel="Saving…"
      ready={data !== undefined}
      pending={isPending}
      onSubmit={() => mutate({ name: name.trim() || null, labels: labelsOf(labels) }, { onSuccess: onClose })}
      failure={failure}
      errorTitle="Couldn't save the name and labels."
    >
      <TextField
        label="Name"
        hint="Leave empty to use the agent's own name."
        error={errorOf("name")}
        value={name}
        maxLength={maxName}
        onValue={(value) => setEdited({ ...edited, name: value })}
      />
      <TextField
        label="Labels"
        hint="Separate labels with commas. To filter by a label, use label:name."
        error={errorOf("labels")}
        value={labels}
        onValue={(value) => setEdited({ ...edited, labels: value })}
      />
    </FormDialog>
  );
}
