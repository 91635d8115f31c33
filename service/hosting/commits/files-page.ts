import { changedFiles } from "@/git/diffs/changed-files";
import { diffsBetween } from "@/git/diffs/diff-window";
import type { FileDiff } from "@/git/diffs/file-diffs";
import type { ObjectReader } from "@/git/objects/object-readers";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { pageToken, readOffsetPage } from "../../core/http/page-token";

function fileBody({ path, previousPath, status, additions, deletions, patch }: FileDiff): CommitFile {
  return {
    filename: path,
    status,
    additions,
    deletions,
    changes: additions + deletions,
    patch,
    ...(previousPath === undefined ? {} : { previousFilename: previousPath }),
  };
}

/**
 * One page of the diff between two trees or commits. The page token is bound to both, the repository and the page size.
 * Throws InvalidArgument if any of them differs.
 */
export async function filesPage(
  reader: ObjectReader,
  options: {
    repositoryId: string;
    from: string;
    to: string;
    query: { pageSize?: number | undefined; pageToken?: string | undefined };
    signal: AbortSignal;
  },
): Promise<{ files: CommitFile[]; nextPageToken: string }> {
  const { repositoryId, from, to, query, signal } = options;
  const list = `files ${repositoryId} ${from} ${to}`;
  const { size, start } = readOffsetPage(list, query);
  const all = await changedFiles(reader.dir, from, to, signal);
  const end = start + size;
  const files = await diffsBetween(reader, { from, to, signal }, all, start, end);
  return {
    files: files.map(fileBody),
    nextPageToken: end < all.length ? pageToken({ list, size, after: String(end) }) : "",
  };
}
