"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import { CallFailure } from "@/components/ui/call-failure";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { namespaceAppsQuery, rateLimitQuery } from "@/lib/queries/apps";
import { callProxy } from "@/lib/queries/call";
import { namespacesQuery } from "@/lib/queries/repositories";

/** What the dashboard may still ask of the hosting API, and the apps its owners publish. */
export function HostingScreen() {
  const budget = useQuery(rateLimitQuery());
  const namespaces = useQuery(namespacesQuery(callProxy));
  const slugs = namespaces.data?.map(({ namespace }) => namespace.slug) ?? [];
  const apps = useQueries({ queries: slugs.map(namespaceAppsQuery) });
  const error = budget.error ?? namespaces.error ?? apps.find((each) => each.error)?.error;
  const found = apps.flatMap(({ data }, index) => (data?.apps ?? []).map((app) => ({ ...app, owner: slugs[index] })));
  const waiting = namespaces.isPending || apps.some((each) => each.isPending);
  const core = budget.data?.resources.core;
  return (
    <div className="max-w-3xl space-y-6 p-4">
      {error ? <CallFailure error={error}>Not everything could be read.</CallFailure> : null}
      <section aria-label="Budget" className="space-y-2 text-sm">
        <h2 className="font-medium">Points of the dashboard's key</h2>
        {core ? (
          <>
            <meter
              aria-label="Points left"
              className="h-2 w-full"
              min={0}
              max={core.limit}
              low={core.limit * 0.1}
              value={core.remaining}
            />
            <p className="text-muted-foreground tabular-nums">
              {core.remaining.toLocaleString("en")} of {core.limit.toLocaleString("en")} left; all are back by{" "}
              {new Date(core.reset * 1000).toISOString().slice(11, 19)} UTC.
            </p>
          </>
        ) : null}
      </section>
      <section aria-label="Apps" className="space-y-2 text-sm">
        <h2 className="font-medium">Apps</h2>
        {waiting && !error ? <SkeletonRows label="Loading apps" /> : null}
        {!waiting && found.length === 0 ? (
          <EmptyState icon={Blocks} title="No apps">
            An app acts in repositories with credentials of its own, such as a CI that reports checks.
          </EmptyState>
        ) : null}
        <ul className="divide-y rounded-md border empty:hidden">
          {found.map((app) => (
            <li key={app.id} className="space-y-1 px-3 py-2">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{app.displayName}</span>
                <span className="text-muted-foreground">of {app.owner}</span>
                <span className="ml-auto inline-flex min-w-0 items-center gap-1">
                  <code className="truncate font-mono text-xs">{app.id}</code>
                  <CopyButton text={app.id} what="app id" />
                </span>
              </p>
              {app.description ? <p className="break-words text-muted-foreground">{app.description}</p> : null}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
