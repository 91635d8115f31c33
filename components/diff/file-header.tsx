"use client";

import { MessageSquarePlus } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FoldIcon } from "@/components/ui/fold-icon";
import { LineCounts } from "@/components/ui/line-counts";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { lineEndings } from "@/lib/model/diff/line-endings";
import { renameLabel } from "@/lib/model/diff/rename-label";
import { hiddenCharacters, showHiddenCharacters } from "@/lib/model/hidden-characters";
import { type FileMetadata, isSymlink, modeChange } from "./body-reason";

interface FileHeaderProps {
  file: CommitFile;
  metadata: FileMetadata | undefined;
  /** Why it is folded or shows no lines. */
  reason: string | undefined;
  folded: boolean;
  onFold: (folded: boolean) => void;
  viewed: boolean | undefined;
  onView: (viewed: boolean) => void;
  onComment?: (() => void) | undefined;
  marks?: ReactNode;
}

export function FileHeader(props: FileHeaderProps) {
  const { file, metadata, reason, folded, onFold, viewed, onView, onComment, marks } = props;
  const { filename, previousFilename, status, additions, deletions, patch } = file;
  const name = previousFilename && previousFilename !== filename ? renameLabel(previousFilename, filename) : filename;
  const mode = metadata && modeChange(metadata);
  const endings = useMemo(() => lineEndings(patch), [patch]);
  const hidden = useMemo(() => hiddenCharacters(`${patch}\n${filename}`), [patch, filename]);
  return (
    <div className="flex h-11 items-center gap-2 border-y bg-muted px-2 font-sans text-foreground text-sm">
      <Button
        variant="ghost"
        size="smallIcon"
        aria-expanded={!folded}
        aria-label={`${folded ? "Expand" : "Collapse"} ${filename}`}
        onClick={() => onFold(!folded)}
      >
        <FoldIcon open={!folded} />
      </Button>
      <h3 title={name} className="min-w-0 flex-1 truncate font-mono text-xs">
        {showHiddenCharacters(name)}
      </h3>
      <span className="hidden sm:block">
        <CopyButton text={filename} what="path" />
      </span>
      {status === "modified" ? null : <Badge className="hidden sm:inline-flex">{status}</Badge>}
      {isSymlink(metadata) ? <Badge className="hidden sm:inline-flex">symlink</Badge> : null}
      {mode ? <Badge tone="warning">{mode}</Badge> : null}
      {endings ? <Badge tone={endings === "CRLF" ? "neutral" : "warning"}>{endings}</Badge> : null}
      {hidden ? (
        <Badge
          tone="danger"
          title="Contains characters that can make code look different from what it does. They are shown as escapes."
        >
          {hidden === "bidirectional" ? "Bidirectional text" : "Hidden characters"}
        </Badge>
      ) : null}
      {reason ? <Badge className="min-w-0 truncate">{reason}</Badge> : null}
      {marks}
      {additions + deletions > 0 ? (
        <span className="hidden sm:inline">
          <LineCounts additions={additions} deletions={deletions} />
        </span>
      ) : null}
      {viewed === undefined ? null : (
        <label className="inline-flex items-center gap-1 text-xs">
          <input
            type="checkbox"
            aria-label={`Viewed ${filename}`}
            checked={viewed}
            onChange={(event) => onView(event.target.checked)}
            className="size-4 accent-primary"
          />
          <span aria-hidden className="hidden sm:inline">
            Viewed
          </span>
        </label>
      )}
      {onComment ? (
        <Button variant="ghost" size="smallIcon" aria-label={`Comment on ${filename}`} onClick={onComment}>
          <MessageSquarePlus aria-hidden />
        </Button>
      ) : null}
    </div>
  );
}
