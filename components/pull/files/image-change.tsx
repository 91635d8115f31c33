"use client";

import { useState } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

/** The commits before and after a change. */
export interface ComparedCommits {
  before: string | undefined;
  after: string;
}

function imageUrl({ ownerSlug, repoName }: RepositoryName, path: string, commit: string): string {
  const query = new URLSearchParams({ path, commit });
  return `/api/pictures/${encodeURIComponent(ownerSlug)}/${encodeURIComponent(repoName)}?${query}`;
}

/** An image before and after a change. */
export function ImageChange({
  name,
  file,
  commits,
}: {
  name: RepositoryName;
  file: CommitFile;
  commits: ComparedCommits;
}) {
  const { filename, previousFilename = filename, status } = file;
  return (
    <div className="flex flex-wrap gap-4">
      {status === "added" || !commits.before ? null : (
        <ImageSide label="Before" path={previousFilename} url={imageUrl(name, previousFilename, commits.before)} />
      )}
      {status === "removed" ? null : (
        <ImageSide label="After" path={filename} url={imageUrl(name, filename, commits.after)} />
      )}
    </div>
  );
}

function ImageSide({ label, path, url }: { label: "Before" | "After"; path: string; url: string }) {
  const [size, setSize] = useState<string>();
  const [failed, setFailed] = useState(false);
  return (
    <figure className="min-w-0 space-y-1">
      <figcaption className="text-muted-foreground text-xs">
        {label}
        {size ? <span className="tabular-nums"> · {size}</span> : null}
      </figcaption>
      {failed ? (
        <p role="alert" className="rounded-md border bg-muted p-3 text-sm">
          Couldn't show this image. It may be invalid, damaged, or too large.
        </p>
      ) : (
        // biome-ignore lint/performance/noImgElement: the original file, served with session authentication
        <img
          src={url}
          alt={`${path}, ${label.toLowerCase()}`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight}`)}
          onError={() => setFailed(true)}
          className="h-64 checkered max-w-full rounded border object-contain"
        />
      )}
    </figure>
  );
}
