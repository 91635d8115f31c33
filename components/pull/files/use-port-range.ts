import { useQueryClient } from "@tanstack/react-query";
import { contentQuery } from "@/components/repositories/content-queries";
import { CallError } from "@/lib/client/call-error";
import { changesBetween, splitLines } from "@/lib/model/diff/changes";
import type { DiffRange } from "@/lib/model/diff/diff-position";
import { portRange } from "@/lib/model/diff/port-line";
import { contentText } from "@/lib/model/hosting/file-text";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

type Lines = Pick<DiffRange, "startLine" | "endLine">;

/** Returns a function that maps lines of a file from one commit to another; `undefined` if any of them was changed or deleted. */
export function usePortRange({ ownerSlug, repoName }: RepositoryName) {
  const client = useQueryClient();
  return async (
    { path, ...lines }: Lines & { path: string },
    { from, to }: { from: string; to: string },
  ): Promise<Lines | undefined> => {
    const read = async (revision: string) => {
      const query = contentQuery({ ownerSlug, repoName }, { path, revision });
      try {
        return contentText(await client.fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY }));
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return undefined;
        throw error;
      }
    };
    const [before, after] = await Promise.all([read(from), read(to)]);
    if (before === undefined || after === undefined) return undefined;
    const current = splitLines(after);
    const { outdated, ...ported } = portRange(changesBetween(splitLines(before), current), current.length, lines);
    return outdated ? undefined : ported;
  };
}
