"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { LoadState } from "@/components/ui/load-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AutomationFiring } from "@/lib/contract/dashboard/automations/automation";
import { paths } from "@/lib/model/paths";
import { firingText, kindIcons } from "./automation-labels";
import { firingsQuery } from "./automation-queries";
import { FiringBadge } from "./firing-badge";
import { UpcomingTime } from "./upcoming-time";

/** An automation's triggers and their outcomes, newest first. */
export function FiringHistory({ id }: { id: string }) {
  const query = useInfiniteQuery(firingsQuery(id));
  const { data } = query;
  const firings = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-labelledby="history" className="space-y-3">
      <h2 id="history" className="font-semibold text-sm">
        History
      </h2>
      <LoadState
        query={query}
        stale="The history may be out of date."
        failed="Couldn't load the history."
        loading="Loading the history"
      />
      {data && firings.length === 0 ? (
        <p className="text-muted-foreground text-sm">No runs yet. They appear here when the automation is triggered.</p>
      ) : null}
      {firings.length > 0 ? (
        <ol aria-label="History" className="divide-y rounded-md border bg-card">
          {firings.map((firing) => (
            <FiringItem key={firing.id} firing={firing} />
          ))}
        </ol>
      ) : null}
      <NextPageButton of={query} />
    </section>
  );
}

function FiringItem({ firing }: { firing: AutomationFiring }) {
  const { number, kind, dueAt, agent, problem, retryAt } = firing;
  const Icon = kindIcons[kind];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
      <span className="w-10 shrink-0 text-muted-foreground text-xs tabular-nums">#{number}</span>
      <span className="w-24 shrink-0">
        <FiringBadge firing={firing} />
      </span>
      <span className="min-w-0 flex-1 basis-48">
        {agent && !agent.deleted ? (
          <Link href={paths.agent(agent.id)} className="block truncate underline underline-offset-2">
            {agent.name}
          </Link>
        ) : null}
        {agent?.deleted ? <span className="block text-muted-foreground">Agent deleted</span> : null}
        {problem === undefined ? null : <span className="block text-xs [overflow-wrap:anywhere]">{problem}</span>}
        {retryAt === undefined ? null : (
          <span className="block text-muted-foreground text-xs">
            Retries <UpcomingTime iso={retryAt} />
          </span>
        )}
        <span className="flex items-center gap-1.5 text-muted-foreground text-xs">
          <Icon aria-hidden className="size-3 shrink-0" />
          <span className="truncate">{firingText(firing)}</span>
        </span>
      </span>
      <RelativeTime iso={dueAt} className="shrink-0 text-muted-foreground text-xs" />
    </li>
  );
}
