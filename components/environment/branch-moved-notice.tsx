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

/** The branch has moved under the text. Nothing is merged silently: somebody says what to keep. */
export function BranchMovedNotice({ file, theirs, onResolved }: BranchMovedNoticeProps) {
  const theirText = theirs.text ?? "";
  const same = theirText === (file.base?.text ?? "");
  const adopt = (text: string) => {
    file.setBase({ text: theirs.text, headSha: theirs.headSha });
    file.setText(text);
    onResolved();
  };
  return (
    <section aria-label="The branch moved" className="space-y-2 border-warning/40 border-b bg-warning-soft p-4 text-sm">
      <p className="flex items-center gap-2 font-medium text-warning">
        <GitMerge aria-hidden className="size-4" />
        {theirs.branch} has moved since this text was begun. Nothing was committed.
      </p>
      <p className="text-foreground">
        {same
          ? "This file is the same there, so your text can be committed on top of it."
          : "This file was changed there too. Compare, then say which text goes on."}
      </p>
      {same ? null : (
        <div className="max-h-64 overflow-auto rounded border bg-background">
          <LazyDiffView label={`Your text against ${theirs.branch}`} before={theirText} after={file.text} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={() => adopt(file.text)}>
          {same ? "Go on" : "Keep my text"}
        </Button>
        {same ? null : (
          <Button size="small" onClick={() => adopt(theirText)}>
            Take the branch's text
          </Button>
        )}
      </div>
    </section>
  );
}
