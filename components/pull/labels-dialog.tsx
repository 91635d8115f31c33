"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LabelDot } from "@/components/pulls/label-chip";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { FormDialog } from "@/components/ui/form-dialog";
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

const firstColor = "8b949e";

/** Chooses the labels of a pull request, and makes new ones by the name that was typed. */
export default function LabelsDialog({ name, pull, onClose }: LabelsDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(pull.labels.map((label) => label.name)));
  const [text, setText] = useState("");
  const all = useInfiniteQuery(labelsQuery(name));
  const create = useCreateLabel(name);
  const set = useSetPullLabels(name);
  const labels = all.data?.pages.flatMap((page) => page.labels) ?? [];
  const wanted = text.trim();
  const shown = labels.filter((label) => label.name.toLowerCase().includes(wanted.toLowerCase()));
  const isNew = wanted !== "" && all.isSuccess && !labels.some((label) => label.name === wanted);

  const toggle = (label: string) => {
    const next = new Set(chosen);
    if (!next.delete(label)) next.add(label);
    setChosen(next);
  };
  const make = () =>
    create.mutate(
      { name: wanted, color: firstColor },
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
        toast.success("Labels changed.");
        onClose();
      },
    });

  return (
    <FormDialog
      onClose={onClose}
      title="Labels"
      description={`Of pull request #${pull.number}`}
      action="Save labels"
      acting="Saving…"
      ready={all.isSuccess}
      pending={set.isPending}
      onSubmit={submit}
      failure={set.error}
      failed="The labels are as they were."
    >
      {create.error ? <CallFailure error={create.error}>No label was made.</CallFailure> : null}
      {all.error ? (
        <CallFailure error={all.error} onRetry={() => all.refetch()}>
          The labels of the repository could not be read.
        </CallFailure>
      ) : null}
      <TextField label="Find or name a label" value={text} maxLength={50} onValue={setText} />
      {all.isPending ? <SkeletonRows label="Loading labels" /> : null}
      {isNew ? (
        <Button disabled={create.isPending} onClick={make}>
          {create.isPending ? "Creating…" : `Create the label “${wanted}”`}
        </Button>
      ) : null}
      {all.isSuccess && labels.length === 0 && !isNew ? (
        <p className="text-muted-foreground text-sm">The repository has no labels yet: type a name to make one.</p>
      ) : null}
      <fieldset className="max-h-72 space-y-1 overflow-y-auto">
        <legend className="sr-only">Labels of the repository</legend>
        {shown.map((label) => (
          <LabelChoice key={label.id} label={label} checked={chosen.has(label.name)} onToggle={toggle} />
        ))}
      </fieldset>
      {all.hasNextPage ? <Button onClick={() => all.fetchNextPage()}>Show more</Button> : null}
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
