"use client";

import { Download, GitCommitHorizontal, X } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { download } from "@/components/ui/download";
import { PageHeader } from "@/components/ui/page-header";
import type { Source } from "./source";
import type { EnvironmentDocument } from "./use-document";

interface WorkbenchHeaderProps {
  source: Source;
  path: string;
  file: EnvironmentDocument;
  mayCommit: boolean;
  /** False where there is no branch to commit to, or no permission. */
  committable: boolean;
  onCommit: () => void;
  /** Moves a file of no repository to one. */
  onMove: () => void;
  onClose: () => void;
}

export function WorkbenchHeader(props: WorkbenchHeaderProps) {
  const { source, path, file, mayCommit, committable, onCommit, onMove, onClose } = props;
  const { text, dirty, behind } = file;
  return (
    <PageHeader
      title={source.kind === "branch" ? `${source.repository.ownerSlug}/${source.repository.repoName}` : "New file"}
      detail={
        <span className="flex flex-wrap items-center gap-2">
          {source.kind === "branch" ? (
            <code className="break-all font-mono text-xs">
              {source.branch}:{source.path}
            </code>
          ) : null}
          {dirty ? <Badge tone="info">{file.kept ? "Unsaved, kept here" : "Unsaved, too large to keep"}</Badge> : null}
        </span>
      }
      actions={
        <>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Download"
            onClick={() => download(path.split("/").at(-1) ?? "environment.json", "application/json", text)}
          >
            <Download aria-hidden />
          </Button>
          <Button variant="quiet" size="icon" aria-label="Close the file" onClick={onClose}>
            <X aria-hidden />
          </Button>
          {source.kind === "branch" ? (
            <Button variant="primary" disabled={!committable || !dirty || behind} onClick={onCommit}>
              <GitCommitHorizontal aria-hidden />
              Commit…
            </Button>
          ) : mayCommit ? (
            <Button disabled={text === ""} onClick={onMove}>
              Put it in a repository…
            </Button>
          ) : null}
        </>
      }
    />
  );
}
