"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { Blocks, Plus } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { namespaceAppsQuery } from "@/components/apps/app-queries";
import { namespacesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { callProxy } from "@/lib/client/call";
import { settingsPaths } from "@/lib/model/settings-paths";

const CreateAppDialog = lazyPart(() => import("./create-app-dialog"));

/** The apps published by the user's namespaces. */
export function AppsScreen() {
  const [creating, setCreating] = useState(false);
  const namespaces = useQuery(namespacesQuery(callProxy));
  const slugs = namespaces.data?.map(({ namespace }) => namespace.slug) ?? [];
  const apps = useQueries({ queries: slugs.map(namespaceAppsQuery) });
  const error = namespaces.error ?? apps.find((each) => each.error)?.error;
  const found = apps.flatMap(({ data }, index) => (data?.apps ?? []).map((app) => ({ ...app, owner: slugs[index] })));
  const waiting = namespaces.isPending || apps.some((each) => each.isPending);
  const retry = () => Promise.all([namespaces.refetch(), ...apps.map((each) => each.refetch())]);
  const create = (
    <Button variant="primary" disabled={slugs.length === 0} onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      New app
    </Button>
  );
  return (
    <section aria-label="Apps" className="max-w-content space-y-3 p-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-muted-foreground">
          Apps published by your namespaces. An app, such as a CI service that reports checks, has its own credentials
          and works in the repositories where it's installed.
        </p>
        {found.length > 0 ? create : null}
      </div>
      {error ? (
        <CallFailure error={error} onRetry={retry}>
          Couldn't load all apps.
        </CallFailure>
      ) : null}
      {waiting && !error ? <SkeletonRows label="Loading apps" /> : null}
      {!waiting && !error && found.length === 0 ? (
        <EmptyState icon={Blocks} title="No apps yet" action={create}>
          An app has its own signing keys, webhook, and permissions. Create one to connect a CI service or a bot.
        </EmptyState>
      ) : null}
      <ul className="divide-y rounded-md border empty:hidden">
        {found.map((app) => (
          <li key={app.id} className="space-y-1 px-3 py-2">
            <p className="flex flex-wrap items-center gap-2">
              <Link
                href={settingsPaths.app(app.id)}
                prefetch={false}
                className="min-w-0 break-words font-medium underline"
              >
                {app.displayName}
              </Link>
              <span className="text-muted-foreground">by {app.owner}</span>
              <span className="inline-flex min-w-0 items-center gap-1 sm:ml-auto">
                <code className="truncate font-mono text-xs">{app.id}</code>
                <CopyButton text={app.id} what="app ID" />
              </span>
            </p>
            {app.description ? <p className="break-words text-muted-foreground">{app.description}</p> : null}
          </li>
        ))}
      </ul>
      {creating ? <CreateAppDialog owners={slugs} onClose={() => setCreating(false)} /> : null}
    </section>
  );
}
