"use client";

import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { BranchFile, FileLocation } from "./environment-file";
import type { SaveResult } from "./save-environment";
import type { EnvironmentDocument } from "./use-document";
import { commitMessage, useSave } from "./use-save";

interface CreateFileButtonProps {
  location: FileLocation;
  file: EnvironmentDocument;
  author: { name: string; email: string };
  onSaved: (result: Extract<SaveResult, { kind: "saved" }>) => void;
  onMoved: (theirs: BranchFile) => void;
}

/** Commits a new, valid file to its branch. The whole file is in view, so there is no diff to confirm. */
export function CreateFileButton({ location, file, author, onSaved, onMoved }: CreateFileButtonProps) {
  const { text, base, checked, dirty, stale } = file;
  const { mutate, isPending } = useSave((result) =>
    result.kind === "saved" ? onSaved(result) : onMoved(result.theirs),
  );
  const commit = () =>
    mutate(
      {
        location,
        text,
        author,
        newBranch: undefined,
        message: commitMessage(location.path, base?.text),
        expectedHeadSha: base?.headSha ?? "",
      },
      { onError: ({ message }) => toast.error("Couldn't commit the file.", { description: message }) },
    );
  return (
    <Button variant="primary" disabled={!dirty || stale || !checked.valid || isPending} onClick={commit}>
      {isPending ? "Committing…" : `Commit to ${location.branch}`}
    </Button>
  );
}
