"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import Link from "next/link";
import { installationsQuery } from "@/components/installations/installation-queries";
import { namespacesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { callProxy } from "@/lib/client/call";
import { settingsPaths } from "@/lib/model/settings-paths";
import { InstallationItem } from "./installation-item";

/** The apps installed in the user's namespaces, with their permissions. */
export function InstallationsScreen() {
  const namespaces = useQuery(namespacesQuery(callProxy));
  const slugs = namespaces.data?.map(({ namespace }) => namespace.slug) ?? [];
  const lists = useQueries({ queries: slugs.map(installationsQuery) });
  const error = namespaces.error ?? lists.find((each) => each.error)?.error;
  const waiting = namespaces.isPending || lists.some((each) => each.isPending);
  const found = lists.flatMap(({ data }) => data?.installations ?? []);
  const retry = () => Promise.all([namespaces.refetch(), ...lists.map((each) => each.refetch())]);
  return (
    <section aria-label="Installations" className="max-w-content space-y-3 p-4 text-sm">
      <p className="max-w-xl text-muted-foreground">
        Apps installed in your repositories. Uninstalling an app revokes its tokens immediately.
      </p>
      {error ? (
        <CallFailure error={error} onRetry={retry}>
          Couldn't load all installations.
        </CallFailure>
      ) : null}
      {waiting && !error ? <SkeletonRows label="Loading installations" /> : null}
      {!waiting && !error && found.length === 0 ? (
        <EmptyState
          icon={Blocks}
          title="No installations yet"
          action={
            <Button asChild>
              <Link href={settingsPaths.apps()}>View apps</Link>
            </Button>
          }
        >
          To install an app, open the link from its publisher and approve its permissions.
        </EmptyState>
      ) : null}
      {found.map((installation) => (
        <InstallationItem key={installation.id} installation={installation} />
      ))}
    </section>
  );
}
