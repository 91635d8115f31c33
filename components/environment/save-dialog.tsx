"use client";

import { type FormEvent, useState } from "react";
import type { BranchFile, FileLocation } from "@/components/environment/environment-file";
import type { SaveResult } from "@/components/environment/save-environment";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Segmented } from "@/components/ui/segmented";
import { TextField } from "@/components/ui/text-field";
import { CallError } from "@/lib/client/call-error";
import { LazyDiffView } from "./lazy-views";
import { verdictText } from "./problem-list";
import type { EnvironmentDocument } from "./use-document";
import { commitMessage, useSave } from "./use-save";

interface SaveDialogProps {
  onOpenChange: (open: boolean) => void;
  location: FileLocation;
  file: EnvironmentDocument;
  author: { name: string; email: string };
  onSaved: (result: Extract<SaveResult, { kind: "saved" }>) => void;
  onMoved: (theirs: BranchFile) => void;
}

/** Catches common mistakes early; the service validates the name fully. */
function branchNameError(name: string): string | undefined {
  if (name === "") return "Enter a branch name.";
  if (/[\s~^:?*[\\]|\.\.|^[-/]|[/.]$/.test(name)) return "Invalid branch name.";
  return undefined;
}

/** Commits the file to its branch, or to a new branch created at the draft's base commit. */
export function SaveDialog({ onOpenChange, location, file, author, onSaved, onMoved }: SaveDialogProps) {
  const { checked, base, text } = file;
  const [target, setTarget] = useState<"same" | "new">("same");
  const [branch, setBranch] = useState("environment-file");
  const [message, setMessage] = useState(commitMessage(location.path, base?.text));
  const [confirmed, setConfirmed] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const branchError = target === "new" ? branchNameError(branch.trim()) : undefined;
  const messageError = message.trim() === "" ? "Enter a commit message." : undefined;

  const save = useSave((result) => {
    onOpenChange(false);
    if (result.kind === "saved") onSaved(result);
    else onMoved(result.theirs);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (branchError || messageError || !(checked.valid || confirmed) || save.isPending) return;
    const newBranch = target === "new" ? branch.trim() : undefined;
    const expectedHeadSha = base?.headSha ?? "";
    save.mutate({ location, text, message: message.trim(), author, expectedHeadSha, newBranch });
  };

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Commit file"
      description={verdictText(checked)}
      className="max-w-2xl"
    >
      <form onSubmit={submit} noValidate className="space-y-4">
        <div className="max-h-[40vh] overflow-auto rounded-md border">
          <LazyDiffView label="Changes to commit" before={base?.text ?? ""} after={text} />
        </div>
        {save.error ? <SaveError error={save.error} /> : null}
        <Segmented
          label="Commit to"
          value={target}
          options={[
            { value: "same", label: location.branch },
            { value: "new", label: "New branch" },
          ]}
          onChange={setTarget}
        />
        {target === "new" ? (
          <TextField
            label="New branch"
            error={submitted ? branchError : undefined}
            hint={`Starts from the commit of ${location.branch} that your changes are based on. You can create a pull request next.`}
            value={branch}
            onValue={setBranch}
            className="font-mono"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : null}
        <TextField label="Message" error={submitted ? messageError : undefined} value={message} onValue={setMessage} />
        {checked.valid ? null : <InvalidFile accepted={confirmed} onAccept={setConfirmed} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={save.isPending || !(checked.valid || confirmed)}>
            {save.isPending ? "Committing…" : "Commit file"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function SaveError({ error }: { error: Error }) {
  return (
    <ErrorNotice title={error.message} requestId={error instanceof CallError ? error.requestId : undefined}>
      Your draft is saved in this browser.
    </ErrorNotice>
  );
}

interface InvalidFileProps {
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

function InvalidFile({ accepted, onAccept }: InvalidFileProps) {
  return (
    <div className="rounded-md bg-danger-soft p-3">
      <Checkbox
        label="Commit anyway"
        hint="Agents that start from this branch will be rejected."
        checked={accepted}
        onChange={onAccept}
      />
      {accepted ? null : <p className="mt-1 text-danger text-xs">Fix the file, or confirm to commit it anyway.</p>}
    </div>
  );
}
