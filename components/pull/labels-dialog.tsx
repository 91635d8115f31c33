"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
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
import { LabelChangeDialog } from "./label-change-dialog";
import { labelsQuery, useCreateLabel, useSetPullLabels } from "./label-queries";

interface LabelsDialogProps {
  name: PullName;
  pull: PullRequest;
  onClose: () => void;
}

const defaultColor = "8b949e";

/** The names of the selected labels. */
function useChosenLabels(pull: PullRequest) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(pull.labels.map((label) => label.name)));
  const change = (edit: (names: Set<string>) => void) => {
    const names = new Set(chosen);
    edit(names);
    setChosen(names);
  };
  return {
    chosen,
    toggle: (name: string) => change((names) => names.delete(name) || names.add(name)),
    add: (name: string) => change((names) => names.add(name)),
    /** Keeps a renamed label selected. Without a new name, it was deleted. */
    rename: (from: string, to: string | undefined) =>
      change((names) => names.delete(from) && to !== undefined && names.add(to)),
  };
}

/** Selects the labels of a pull request, and creates, edits and deletes those of its repository. */
export default function LabelsDialog({ name, pull, onClose }: LabelsDialogProps) {
  const { chosen, toggle, add, rename } = useChosenLabels(pull);
  const [changed, setChanged] = useState<LabelChange>();
  const [text, setText] = useState("");
  const all = useInfiniteQuery(labelsQuery(name));
  const create = useCreateLabel(name);
  const set = useSetPullLabels(name);
  const labels = all.data?.pages.flatMap((page) => page.labels) ?? [];
  const query = text.trim();
  const shown = labels.filter((label) => label.name.toLowerCase().includes(query.toLowerCase()));
  const isNew = query !== "" && all.isSuccess && !labels.some((label) => label.name === query);

  const createNew = () =>
    create.mutate(
      { name: query, color: defaultColor },
      {
        onSuccess: (label) => {
          add(label.name);
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
    <>
      <FormDialog
        open={changed === undefined}
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
        <LabelChoices labels={shown} chosen={chosen} onToggle={toggle} onChange={setChanged} />
        <NextPageButton of={all} />
      </FormDialog>
      {changed ? (
        <LabelChangeDialog
          {...changed}
          repository={name}
          onChanged={(renamed) => {
            rename(changed.label.name, renamed?.name);
            setChanged(undefined);
          }}
          onClose={() => setChanged(undefined)}
        />
      ) : null}
    </>
  );
}

interface LabelChange {
  label: Label;
  change: "edit" | "delete";
}

interface LabelChoicesProps {
  labels: readonly Label[];
  chosen: ReadonlySet<string>;
  onToggle: (name: string) => void;
  onChange: (change: LabelChange) => void;
}

function LabelChoices({ labels, chosen, onToggle, onChange }: LabelChoicesProps) {
  return (
    <fieldset className="max-h-72 space-y-1 overflow-y-auto">
      <legend className="sr-only">Repository labels</legend>
      {labels.map((label) => (
        <div key={label.id} className="flex items-center gap-1 rounded px-1 hover:bg-muted/60">
          <LabelChoice label={label} checked={chosen.has(label.name)} onToggle={onToggle} />
          <Button
            variant="ghost"
            size="smallIcon"
            aria-label={`Edit label ${label.name}`}
            onClick={() => onChange({ label, change: "edit" })}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="smallIcon"
            aria-label={`Delete label ${label.name}`}
            onClick={() => onChange({ label, change: "delete" })}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
    </fieldset>
  );
}

interface LabelChoiceProps {
  label: Label;
  checked: boolean;
  onToggle: (name: string) => void;
}

function LabelChoice({ label, checked, onToggle }: LabelChoiceProps) {
  return (
    <label className="flex min-h-8 min-w-0 flex-1 items-center gap-2 text-sm">
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
