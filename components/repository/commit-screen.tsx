"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { CommitChanges } from "@/components/repositories/commit-changes";
import { CommitDetails } from "@/components/repositories/commit-details";
import { commitQuery } from "@/components/repositories/content-queries";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { callProxy } from "@/lib/client/call";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

/** One commit: its message, its author and its changes. */
export function CommitScreen({ name, sha }: { name: RepositoryName; sha: string }) {
  const { data, error, refetch } = useQuery(commitQuery(callProxy, name, sha));
  if (!data) {
    return (
      <div className="p-4">
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            Couldn't load the commit.
          </CallFailure>
        ) : (
          <SkeletonRows label="Loading commit" />
        )}
      </div>
    );
  }
  const [subject = ""] = data.commit.message.split("\n");
  return (
    <div>
      <header className="space-y-2 border-b px-4 py-3">
        <Breadcrumbs>
          <Link href={paths.repositories()}>Repositories</Link>
          <Link href={paths.repository(name)}>
            {name.ownerSlug}/{name.repoName}
          </Link>
        </Breadcrumbs>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h1 className="min-w-0 flex-1 break-words font-semibold text-lg">{subject || "(no message)"}</h1>
          <Button asChild size="small">
            <Link href={paths.repositoryAt(name, { ref: data.sha })} prefetch={false}>
              Browse files
            </Link>
          </Button>
        </div>
        <CommitDetails name={name} commit={data} />
      </header>
      <section aria-label="Changes of the commit" className="p-4">
        <CommitChanges name={name} commit={data} />
      </section>
    </div>
  );
}
