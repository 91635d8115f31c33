"use client";

import { GitMerge } from "lucide-react";
import type { BranchFile } from "@/components/environment/environment-file";
import { Button } from "@/components/ui/button";
import { LazyDiffView } from "./lazy-views";
import type { EnvironmentDocument } from "./use-document";

interface BranchMovedNoticeProps {
  file: EnvironmentDocument;
  theirs: BranchFile;
  onResolved: () => void;
}

/** Shown when the branch has new commits. Nothing is merged silently: the user chooses which text to keep. */
export function BranchMovedNotice({ file, theirs, onResolved }: BranchMovedNoticeProps) {
  const theirText = theirs.text ?? "";
  const same = theirText === (file.base?.text ?? "");
  const adopt = (text: string) => {
    file.setBase({ text: theirs.text, headSha: theirs.headSha });
    file.setText(text);
    onResolved();
  };
  return (
    <section
      aria-label="New commits on branch"
      className="space-y-2 border-warning/40 border-b bg-warning-soft p-4 text-sm"
    >
      <p className="flex items-center gap-2 font-medium text-warning">
        <GitMerge aria-hidden className="size-4" />
        {theirs.branch} has new commits. Your changes weren't committed.
      </p>
      <p className="text-foreground">
        {same
          ? "They don't change this file, so you can commit on top of them."
          : "They change this file too. Compare the versions and choose one."}
      </p>
      {same ? null : (
        <div className="max-h-64 overflow-auto rounded border bg-background">
          <LazyDiffView label={`Your changes compared to ${theirs.branch}`} before={theirText} after={file.text} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={() => adopt(file.text)}>
          {same ? "Continue" : "Keep my version"}
        </Button>
        {same ? null : (
          <Button size="small" onClick={() => adopt(theirText)}>
            Use the branch's version
          </Button>
        )}
      </div>
    </section>
  );
}
