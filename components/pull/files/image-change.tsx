"use client";

import { useState } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

/** The two commits of a diff. */
export interface Ends {
  before: string | undefined;
  after: string;
}

function addressOf({ ownerSlug, repoName }: RepositoryName, path: string, commit: string): string {
  const query = new URLSearchParams({ path, commit });
  return `/api/pictures/${encodeURIComponent(ownerSlug)}/${encodeURIComponent(repoName)}?${query}`;
}

/** A picture as it was and as it is now. */
export function PictureChange({ name, file, ends }: { name: RepositoryName; file: CommitFile; ends: Ends }) {
  const { filename, previousFilename = filename, status } = file;
  return (
    <div className="flex flex-wrap gap-4">
      {status === "added" || !ends.before ? null : (
        <Picture what="Before" path={previousFilename} address={addressOf(name, previousFilename, ends.before)} />
      )}
      {status === "removed" ? null : (
        <Picture what="After" path={filename} address={addressOf(name, filename, ends.after)} />
      )}
    </div>
  );
}

function Picture({ what, path, address }: { what: "Before" | "After"; path: string; address: string }) {
  const [size, setSize] = useState<string>();
  const [failed, setFailed] = useState(false);
  return (
    <figure className="min-w-0 space-y-1">
      <figcaption className="text-muted-foreground text-xs">
        {what}
        {size ? <span className="tabular-nums"> · {size}</span> : null}
      </figcaption>
      {failed ? (
        <p role="alert" className="rounded-md border bg-muted p-3 text-sm">
          It could not be shown: the file is no picture, is broken, or too large.
        </p>
      ) : (
        // biome-ignore lint/performance/noImgElement: the file as it is, behind the session
        <img
          src={address}
          alt={`${path}, ${what.toLowerCase()}`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight}`)}
          onError={() => setFailed(true)}
          className="h-64 checkered max-w-full rounded border object-contain"
        />
      )}
    </figure>
  );
}
