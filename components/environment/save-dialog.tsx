"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { BranchFile, FilePlace } from "@/components/environment/environment-file";
import { type SaveResult, saveEnvironment } from "@/components/environment/save-environment";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { verdictText } from "./problem-list";
import type { EnvironmentDocument } from "./use-document";

interface SaveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  place: FilePlace;
  file: EnvironmentDocument;
  author: { name: string; email: string };
  onSaved: (result: Extract<SaveResult, { kind: "saved" }>) => void;
  onMoved: (theirs: BranchFile) => void;
}

/** Names git refuses are refused by the service; the commonest slips are told at once. */
function branchProblem(name: string): string | undefined {
  if (name === "") return "Name the new branch.";
  if (/[\s~^:?*[\\]|\.\.|^[-/]|[/.]$/.test(name)) return "That is no branch name.";
  return undefined;
}

export function SaveDialog({ open, onOpenChange, place, file, author, onSaved, onMoved }: SaveDialogProps) {
  const client = useQueryClient();
  const { checked, base, text } = file;
  const [target, setTarget] = useState<"same" | "new">("same");
  const [branch, setBranch] = useState("environment-file");
  const [message, setMessage] = useState(`${base?.text === undefined ? "Add" : "Update"} ${place.path}`);
  const [anyway, setAnyway] = useState(false);
  const [tried, setTried] = useState(false);
  const branchError = target === "new" ? branchProblem(branch.trim()) : undefined;
  const messageError = message.trim() === "" ? "Say what the commit does." : undefined;

  const save = useMutation({
    mutationFn: () =>
      saveEnvironment(callProxy, {
        place,
        text,
        message: message.trim(),
        author,
        expectedHeadSha: base?.headSha ?? "",
        newBranch: target === "new" ? branch.trim() : undefined,
      }),
    onSuccess: (result) => {
      // Not the open file itself: it is what was just committed.
      client.invalidateQueries({ queryKey: ["hosting", "branches"] });
      client.invalidateQueries({ queryKey: ["hosting", "text"] });
      onOpenChange(false);
      if (result.kind === "saved") onSaved(result);
      else onMoved(result.theirs);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!branchError && !messageError && (checked.valid || anyway) && !save.isPending) save.mutate();
  };

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Commit the file" description={verdictText(checked)}>
      <form onSubmit={submit} noValidate className="space-y-4">
        {save.error ? (
          <ErrorNotice
            title={save.error.message}
            requestId={save.error instanceof CallError ? save.error.requestId : undefined}
          >
            Nothing was committed. Your text is kept in this browser.
          </ErrorNotice>
        ) : null}
        <Segmented
          label="Commit to"
          value={target}
          options={[
            { value: "same", label: place.branch },
            { value: "new", label: "New branch" },
          ]}
          onChange={setTarget}
        />
        {target === "new" ? (
          <Field
            label="New branch"
            error={tried ? branchError : undefined}
            hint={`Begins at the commit of ${place.branch} your text was made on. A pull request can be opened from it.`}
          >
            {(control) => (
              <Input
                {...control}
                value={branch}
                onChange={(event) => setBranch(event.target.value)}
                className="font-mono"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        ) : null}
        <Field label="Message" error={tried ? messageError : undefined}>
          {(control) => <Input {...control} value={message} onChange={(event) => setMessage(event.target.value)} />}
        </Field>
        {checked.valid ? null : (
          <div className="rounded-md bg-danger-soft p-3">
            <Checkbox
              label="Commit it although it is invalid"
              hint="Agents that start from this branch would be refused."
              checked={anyway}
              onChange={setAnyway}
            />
            {tried && !anyway ? <p className="mt-1 text-danger text-xs">Mend the file, or tick this.</p> : null}
          </div>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {save.isPending ? "Committing…" : "Commit"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
