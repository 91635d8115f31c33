"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { comparisonFilesQuery, comparisonQuery } from "@/components/repositories/content-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { plural } from "@/lib/model/plural";

const most = 20;

interface WhatChangedProps {
  name: RepositoryName;
  /** The commit that was reviewed. */
  from: string;
  /** The commit that is there now. */
  to: string;
}

/** What changed on a branch between the commit that was reviewed and its current head. */
export function WhatChanged({ name, from, to }: WhatChangedProps) {
  if (from === to) {
    return (
      <p className="text-muted-foreground text-sm">
        The branch is still at <code className="font-mono">{to.slice(0, 8)}</code>: it is the base, a review, a check or
        a rule that changed. The list above says what stands in the way now.
      </p>
    );
  }
  return <Between name={name} from={from} to={to} />;
}

function Between({ name: { ownerSlug, repoName }, from, to }: WhatChangedProps) {
  const name = { ownerSlug, repoName };
  const comparison = useQuery(comparisonQuery(name, { base: from, head: to }));
  const files = useInfiniteQuery(comparisonFilesQuery(name, { base: from, head: to }));
  const error = comparison.error ?? files.error;
  const changed = files.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <section aria-label="What changed" className="space-y-2 rounded-md border p-3 text-sm">
      <h3 className="font-medium">
        From <code className="font-mono">{from.slice(0, 8)}</code> to{" "}
        <code className="font-mono">{to.slice(0, 8)}</code>
      </h3>
      {error ? <CallFailure error={error}>What changed could not be read.</CallFailure> : null}
      {!error && (comparison.isPending || files.isPending) ? <Skeleton className="w-1/2" /> : null}
      {comparison.data ? (
        <p className="text-muted-foreground text-xs">
          {comparison.data.behindBy > 0
            ? `Rewritten: ${comparison.data.behindBy} of the old commits are gone, ${comparison.data.aheadBy} are new.`
            : `${comparison.data.aheadBy} new ${plural(comparison.data.aheadBy, "commit")}.`}
        </p>
      ) : null}
      {files.data && changed.length === 0 ? <p>No file differs.</p> : null}
      <ul className="space-y-0.5 font-mono text-xs empty:hidden">
        {changed.slice(0, most).map(({ filename, additions, deletions }) => (
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
        {changed.length > most || files.hasNextPage ? "Not all are listed. " : ""}
        <Link href={paths.repositoryAt(name, { view: "compare", base: from, ref: to })} className="underline">
          Show the changes
        </Link>
      </p>
    </section>
  );
}
