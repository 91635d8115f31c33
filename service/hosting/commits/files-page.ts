import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { apiError } from "../../core/http/api-error";
import { pageToken, readPage } from "../../core/http/page-token";
import { changedFiles } from "../../git/changed-files";
import { diffsBetween } from "../../git/diff-window";
import type { FileDiff } from "../../git/file-diffs";
import type { ObjectReader } from "../../git/object-readers";

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
  given: {
    repositoryId: string;
    from: string;
    to: string;
    query: { pageSize?: number | undefined; pageToken?: string | undefined };
    signal: AbortSignal;
  },
): Promise<{ files: CommitFile[]; nextPageToken: string }> {
  const { repositoryId, from, to, query, signal } = given;
  const list = `files ${repositoryId} ${from} ${to}`;
  const { size, after } = readPage(list, { pageSize: query.pageSize ?? 30, pageToken: query.pageToken });
  const start = Number(after ?? 0);
  if (!Number.isSafeInteger(start) || start < 0) {
    throw apiError.repohost("InvalidArgument", "invalid pageToken: not issued for this list", "pageToken");
  }
  if (query.pageSize !== undefined && query.pageSize !== size) {
    throw apiError.repohost("InvalidArgument", `pageSize must be ${size}, as on the first page`, "pageSize");
  }
  const all = await changedFiles(reader.dir, from, to, signal);
  const end = start + size;
  const files = await diffsBetween(reader, { from, to, signal }, all, start, end);
  return {
    files: files.map(fileBody),
    nextPageToken: end < all.length ? pageToken({ list, size, after: String(end) }) : "",
  };
}
