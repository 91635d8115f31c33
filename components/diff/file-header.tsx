"use client";

import { MessageSquarePlus } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FoldIcon } from "@/components/ui/fold-icon";
import { LineCounts } from "@/components/ui/line-counts";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { isImage } from "@/lib/model/diff/image";
import { lineEndings } from "@/lib/model/diff/line-endings";
import { renameLabel } from "@/lib/model/diff/rename-label";
import { hiddenCharacters, showHiddenCharacters } from "@/lib/model/hidden-characters";
import { maxHighlightedChars } from "./diff-props";

/** Data about a file from the trees of both commits. */
export interface FileMetadata {
  /** Blob id. Viewed marks apply to it. */
  content?: string | undefined;
  mode?: string | undefined;
  previousMode?: string | undefined;
  /** Whether the repository's `.gitattributes` declare it generated. */
  generated?: boolean | undefined;
}

const submodule = "160000";
const symlink = "120000";
const executable = "100755";

function modeChange({ mode, previousMode }: FileMetadata): string | undefined {
  if (!mode || !previousMode || mode === previousMode) return undefined;
  if (mode === executable) return "Now executable";
  if (previousMode === executable) return "No longer executable";
  return `Mode ${previousMode} → ${mode}`;
}

/** Why a file shows no lines, or lines without highlighting. */
export function bodyReason(
  file: CommitFile,
  whole: CommitFile,
  metadata: FileMetadata | undefined,
): string | undefined {
  if (file.patch !== "") return file.patch.length > maxHighlightedChars ? "Not highlighted: too large" : undefined;
  if (whole.patch !== "") return "Whitespace changes only";
  if (metadata?.mode === submodule) return "Submodule updated";
  if (file.additions + file.deletions > 0) return "Too large to show";
  if (file.status === "renamed" || file.status === "copied") return "Renamed without changes";
  if (metadata && modeChange(metadata)) return "Content unchanged";
  if (isImage(file.filename)) return "Image";
  return "Binary, UTF-16 or empty file";
}

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
      {metadata?.mode === symlink ? <Badge className="hidden sm:inline-flex">symlink</Badge> : null}
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
      <span className="hidden sm:inline">
        <LineCounts additions={additions} deletions={deletions} />
      </span>
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
