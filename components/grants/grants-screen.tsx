"use client";

import { useQuery } from "@tanstack/react-query";
import { namespacesQuery } from "@/components/repositories/repository-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { callProxy } from "@/lib/client/call";
import { GrantList } from "./grant-list";

/** What was granted on all repositories of each owner. */
export function GrantsScreen() {
  const { data, error, isPending, refetch } = useQuery(namespacesQuery(callProxy));
  return (
    <div className="max-w-3xl space-y-6 p-4">
      <p className="text-muted-foreground text-sm">
        A grant on an owner is good for each of its repositories, also those to come. Grants on one repository are in
        that repository&apos;s settings.
      </p>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          The owners could not be read.
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading owners" /> : null}
      {data?.map(({ namespace: { slug } }) => (
        <section key={slug} aria-label={`Grants on ${slug}`}>
          <GrantList title={slug} place={{ ownerSlug: slug }} />
        </section>
      ))}
    </div>
  );
}
