"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { comparisonFilesQuery, comparisonQuery } from "@/components/repositories/content-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { plural } from "@/lib/model/plural";

const maxFiles = 20;

interface HeadChangesProps {
  name: RepositoryName;
  /** The commit that was reviewed. */
  from: string;
  /** The current head. */
  to: string;
}

/** The changes on a branch between the reviewed commit and its current head. */
export function HeadChanges({ name, from, to }: HeadChangesProps) {
  if (from === to) {
    return (
      <p className="text-muted-foreground text-sm">
        The head is still <code className="font-mono">{to.slice(0, 8)}</code>. The base, a review, a check, or a rule
        changed. See the merge blockers.
      </p>
    );
  }
  return <CommitRange name={name} from={from} to={to} />;
}

function CommitRange({ name: { ownerSlug, repoName }, from, to }: HeadChangesProps) {
  const name = { ownerSlug, repoName };
  const comparison = useQuery(comparisonQuery(name, { base: from, head: to }));
  const files = useInfiniteQuery(comparisonFilesQuery(name, { base: from, head: to }));
  const error = comparison.error ?? files.error;
  const changed = files.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <section aria-label="New changes" className="space-y-2 rounded-md border p-3 text-sm">
      <h3 className="font-medium">
        Changes from <code className="font-mono">{from.slice(0, 8)}</code> to{" "}
        <code className="font-mono">{to.slice(0, 8)}</code>
      </h3>
      {error ? <CallFailure error={error}>Couldn't load the changes.</CallFailure> : null}
      {!error && (comparison.isPending || files.isPending) ? <Skeleton className="w-1/2" /> : null}
      {comparison.data ? (
        <p className="text-muted-foreground text-xs">
          {comparison.data.behindBy > 0
            ? `History was rewritten: ${comparison.data.behindBy} commits removed, ${comparison.data.aheadBy} added.`
            : `${comparison.data.aheadBy} new ${plural(comparison.data.aheadBy, "commit")}.`}
        </p>
      ) : null}
      {files.data && changed.length === 0 ? <p>No files changed.</p> : null}
      <ul className="space-y-0.5 font-mono text-xs empty:hidden">
        {changed.slice(0, maxFiles).map(({ filename, additions, deletions }) => (
          <li key={filename} className="flex gap-2">
            <span className="min-w-0 truncate" title={filename}>
              {filename}
            </span>
            <span className="shrink-0 tabular-nums">
              <span className="text-success">+{additions}</span> <span className="text-danger">−{deletions}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-xs">
        {changed.length > maxFiles || files.hasNextPage ? "Some files aren't listed. " : ""}
        <Link href={paths.repositoryAt(name, { view: "compare", base: from, ref: to })} className="underline">
          View all changes
        </Link>
      </p>
    </section>
  );
}
