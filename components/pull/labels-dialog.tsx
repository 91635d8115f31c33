"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LabelDot } from "@/components/pulls/label-chip";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { NextPageButton } from "@/components/ui/next-page-button";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { Label } from "@/lib/contract/hosting/label";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { labelsQuery, useCreateLabel, useSetPullLabels } from "./label-queries";

interface LabelsDialogProps {
  name: PullName;
  pull: PullRequest;
  onClose: () => void;
}

const defaultColor = "8b949e";

/** Selects the labels of a pull request and creates new ones. */
export default function LabelsDialog({ name, pull, onClose }: LabelsDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(pull.labels.map((label) => label.name)));
  const [text, setText] = useState("");
  const all = useInfiniteQuery(labelsQuery(name));
  const create = useCreateLabel(name);
  const set = useSetPullLabels(name);
  const labels = all.data?.pages.flatMap((page) => page.labels) ?? [];
  const query = text.trim();
  const shown = labels.filter((label) => label.name.toLowerCase().includes(query.toLowerCase()));
  const isNew = query !== "" && all.isSuccess && !labels.some((label) => label.name === query);

  const toggle = (label: string) => {
    const next = new Set(chosen);
    if (!next.delete(label)) next.add(label);
    setChosen(next);
  };
  const createNew = () =>
    create.mutate(
      { name: query, color: defaultColor },
      {
        onSuccess: (label) => {
          setChosen(new Set([...chosen, label.name]));
          setText("");
        },
      },
    );
  const submit = () =>
    set.mutate([...chosen], {
      onSuccess: () => {
        toast.success("Labels updated.");
        onClose();
      },
    });

  return (
    <FormDialog
      onClose={onClose}
      title="Labels"
      description={`Pull request #${pull.number}`}
      action="Save labels"
      pendingLabel="Saving…"
      ready={all.isSuccess}
      pending={set.isPending}
      onSubmit={submit}
      failure={set.error}
      errorTitle="Couldn't update the labels."
    >
      {create.error ? <CallFailure error={create.error}>Couldn't create the label.</CallFailure> : null}
      {all.error ? (
        <CallFailure error={all.error} onRetry={() => all.refetch()}>
          Couldn't load the repository's labels.
        </CallFailure>
      ) : null}
      <TextField label="Find or create a label" value={text} maxLength={50} onValue={setText} />
      {all.isPending ? <SkeletonRows label="Loading labels" /> : null}
      {isNew ? (
        <Button disabled={create.isPending} onClick={createNew}>
          {create.isPending ? "Creating…" : `Create label “${query}”`}
        </Button>
      ) : null}
      {all.isSuccess && labels.length === 0 && !isNew ? (
        <p className="text-muted-foreground text-sm">No labels yet. Type a name to create one.</p>
      ) : null}
      <fieldset className="max-h-72 space-y-1 overflow-y-auto">
        <legend className="sr-only">Repository labels</legend>
        {shown.map((label) => (
          <LabelChoice key={label.id} label={label} checked={chosen.has(label.name)} onToggle={toggle} />
        ))}
      </fieldset>
      <NextPageButton of={all} />
    </FormDialog>
  );
}

interface LabelChoiceProps {
  label: Label;
  checked: boolean;
  onToggle: (name: string) => void;
}

function LabelChoice({ label, checked, onToggle }: LabelChoiceProps) {
  return (
    <label className="flex min-h-8 items-center gap-2 rounded px-1 text-sm hover:bg-muted/60">
      <input
        type="checkbox"
        checked={checked}
        onChange={() => onToggle(label.name)}
        className="size-4 shrink-0 accent-primary"
      />
      <LabelDot color={label.color} />
      <span className="min-w-0 break-words">
        {label.name}
        {label.description ? <span className="text-muted-foreground text-xs"> {label.description}</span> : null}
      </span>
    </label>
  );
}
