"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { DiffRange } from "@/lib/model/diff/diff-position";
import { fileKeys } from "@/lib/model/diff/file-keys";
import { parseHunks } from "@/lib/model/diff/parse-hunks";
import type { PatchLine } from "@/lib/model/diff/patch";
import { shownLines } from "@/lib/model/diff/shown-lines";

interface LineListProps {
  files: readonly CommitFile[];
  onComment?: ((range: DiffRange) => void) | undefined;
}

const linesPerPage = 200;
const filesPerPage = 50;

/** The changed lines as plain lists under headings, for screen readers and without relying on color. */
export function LineList({ files, onComment }: LineListProps) {
  const [shown, setShown] = useState(filesPerPage);
  const keys = fileKeys(files);
  return (
    <div className="h-full space-y-4 overflow-auto rounded-md border p-3 text-sm">
      {files.slice(0, shown).map((file, index) => (
        <FileLines key={keys[index]} file={file} onComment={onComment} />
      ))}
      {files.length > shown ? (
        <Button onClick={() => setShown(shown + filesPerPage)}>Show {files.length - shown} more files</Button>
      ) : null}
    </div>
  );
}

const kindLabels = { added: "Added", removed: "Removed" } as const;

function FileLines({ file, onComment }: { file: CommitFile; onComment: LineListProps["onComment"] }) {
  const [shown, setShown] = useState(linesPerPage);
  const changed = parseHunks(file).flatMap(({ lines }) => lines.filter(({ kind }) => kind !== "same"));
  const { filename, status, additions, deletions } = file;
  return (
    <section aria-label={filename}>
      <h3 className="break-all font-medium font-mono text-xs">{filename}</h3>
      <p className="text-muted-foreground text-xs">
        {status}, {additions} added, {deletions} removed
      </p>
      <ol className="font-mono text-xs">
        {changed.slice(0, shown).map((line) => (
          <ChangedLine
            key={`${line.kind}${line.before ?? line.after}`}
            path={filename}
            patch={file.patch}
            line={line}
            onComment={onComment}
          />
        ))}
      </ol>
      {changed.length > shown ? (
        <Button size="small" onClick={() => setShown(shown + linesPerPage)}>
          Show {changed.length - shown} more lines of {filename}
        </Button>
      ) : null}
    </section>
  );
}

interface ChangedLineProps {
  path: string;
  patch: string;
  line: PatchLine;
  onComment: LineListProps["onComment"];
}

function ChangedLine({ path, patch, line, onComment }: ChangedLineProps) {
  if (line.kind === "same") return null;
  const side = line.kind === "removed" ? "left" : "right";
  const number = (side === "left" ? line.before : line.after) ?? 0;
  const label = `${kindLabels[line.kind]} line ${number}`;
  return (
    <li className={line.kind === "added" ? "bg-success-soft" : "bg-danger-soft"}>
      {onComment ? (
        <button
          type="button"
          aria-label={`Comment on ${label.toLowerCase()}`}
          onClick={() => onComment({ path, side, startLine: number, endLine: number })}
          className="font-sans underline"
        >
          {label}
        </button>
      ) : (
        <span className="font-sans">{label}</span>
      )}
      : <span className="whitespace-pre-wrap break-all">{shownLines(line.text, patch)}</span>
      {line.unended ? <span className="font-sans text-muted-foreground"> (no newline at end of file)</span> : null}
    </li>
  );
}
