import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { isImage } from "@/lib/model/diff/image";
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
/** Git, and so the API, can't say which of them. */
const binaryOrEmpty = "Binary, UTF-16 or empty file";

export const isSymlink = (metadata: FileMetadata | undefined): boolean => metadata?.mode === symlink;

export function modeChange({ mode, previousMode }: FileMetadata): string | undefined {
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
  return isImage(file.filename) ? "Image" : binaryOrEmpty;
}

/** Whether a file shows no lines because of what it contains. */
export function isBinaryOrEmpty(file: CommitFile, metadata: FileMetadata | undefined): boolean {
  const reason = bodyReason(file, file, metadata);
  return reason === "Image" || reason === binaryOrEmpty;
}
