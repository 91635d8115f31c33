"use client";

import { useQuery } from "@tanstack/react-query";
import { namespacesQuery } from "@/components/repositories/repository-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { callProxy } from "@/lib/client/call";
import { OwnerAuthorities } from "./owner-authorities";

/** Whose certificates git over SSH takes, for each owner. */
export function SshAuthoritiesScreen() {
  const { data, error, isPending, refetch } = useQuery(namespacesQuery(callProxy));
  return (
    <div className="max-w-3xl space-y-6 p-4 text-sm">
      <p className="text-muted-foreground">
        Members of an owner&apos;s team may use git over SSH with certificates that one of its authorities signed. A
        certificate names them by e-mail address or user id.
      </p>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          The owners could not be read.
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading owners" /> : null}
      {data?.map(({ namespace: { slug } }) => (
        <OwnerAuthorities key={slug} ownerSlug={slug} />
      ))}
    </div>
  );
}
