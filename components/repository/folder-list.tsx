"use client";

import { File, Folder, GitBranch } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { RepositoryLocation } from "@/components/repositories/content-queries";
import { Button } from "@/components/ui/button";
import { sizeText } from "@/components/ui/format-size";
import type { Content } from "@/lib/contract/hosting/contents/content";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

/** Maximum number of entries shown initially. */
const maxShown = 300;

const icons = { dir: Folder, submodule: GitBranch } as const;
const kindLabels = { dir: "Folder", submodule: "Submodule" } as const;

function kindOf(type: string): "dir" | "submodule" | undefined {
  return type === "dir" || type === "submodule" ? type : undefined;
}

interface FolderListProps {
  name: RepositoryName;
  location: RepositoryLocation;
  entries: readonly Content[];
}

/** The entries of a folder, folders first. */
export function FolderList({ name, location, entries }: FolderListProps) {
  const [all, setAll] = useState(false);
  const sorted = [...entries].sort((a, b) => Number(b.type === "dir") - Number(a.type === "dir"));
  const shown = all ? sorted : sorted.slice(0, maxShown);
  if (entries.length === 0) return <p className="text-muted-foreground text-sm">This folder is empty.</p>;
  return (
    <div className="rounded-md border">
      <ul aria-label="Files" className="divide-y">
        {shown.map((entry) => {
          const kind = kindOf(entry.type);
          const Icon = kind ? icons[kind] : File;
          return (
            <li key={entry.path}>
              <Link
                prefetch={false}
                href={paths.repositoryAt(name, { ref: location.revision, path: entry.path })}
                className="flex items-center gap-2 px-3 py-1.5 text-sm hover:bg-muted/60"
              >
                <Icon aria-label={kind ? kindLabels[kind] : "File"} className="size-4 shrink-0 text-muted-foreground" />
                <span className="min-w-0 flex-1 truncate" title={entry.name}>
                  <bdi>{entry.name}</bdi>
                </span>
                {kind ? null : (
                  <span className="text-muted-foreground text-xs tabular-nums">{sizeText(Number(entry.size))}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      {shown.length < sorted.length ? (
        <div className="border-t p-2">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {sorted.length} entries
          </Button>
        </div>
      ) : null}
    </div>
  );
}
