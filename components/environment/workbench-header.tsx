"use client";

import { Download, GitCommitHorizontal, X } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { download } from "@/components/ui/download";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/model/paths";
import type { Source } from "./source";
import type { EnvironmentDocument } from "./use-document";

interface WorkbenchHeaderProps {
  source: Source;
  path: string;
  file: EnvironmentDocument;
  canCommit: boolean;
  /** False where there is no branch to commit to, or no permission. */
  committable: boolean;
  onCommit: () => void;
  /** Commits a new file in one click. */
  create: ReactNode;
  /** Moves a file without a repository to one. */
  onMove: () => void;
  onClose: () => void;
}

export function WorkbenchHeader(props: WorkbenchHeaderProps) {
  const { source, path, file, canCommit, committable, onCommit, create, onMove, onClose } = props;
  const { text, dirty, drafted, stale } = file;
  return (
    <PageHeader
      parents={[{ name: "Environments", path: paths.environments() }]}
      title={source.kind === "branch" ? `${source.repository.ownerSlug}/${source.repository.repoName}` : "New file"}
      detail={
        <span className="flex flex-wrap items-center gap-2">
          {source.kind === "branch" ? (
            <code className="break-all font-mono text-xs">
              {source.branch}:{source.path}
            </code>
          ) : null}
          {drafted ? (
            <Badge tone="info">{file.stored ? "Draft saved in this browser" : "Draft too large to save"}</Badge>
          ) : null}
        </span>
      }
      actions={
        <>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Download"
            onClick={() => download(path.split("/").at(-1) ?? "environment.json", "application/json", text)}
          >
            <Download aria-hidden />
          </Button>
          <Button variant="ghost" size="icon" aria-label="Close file" onClick={onClose}>
            <X aria-hidden />
          </Button>
          {source.kind === "branch" ? (
            <>
              <Button
                variant={create ? undefined : "primary"}
                disabled={!committable || !dirty || stale}
                onClick={onCommit}
              >
                <GitCommitHorizontal aria-hidden />
                Commit…
              </Button>
              {create}
            </>
          ) : canCommit ? (
            <Button disabled={text === ""} onClick={onMove}>
              Save to repository…
            </Button>
          ) : null}
        </>
      }
    />
  );
}
