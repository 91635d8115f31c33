"use client";

import Link from "next/link";
import { useAgentNames } from "@/components/agent-names/use-agent-names";
import { QueueEntry } from "@/components/queue/queue-entry";
import type { useQueue } from "@/components/queue/use-queue";
import { filterQueue, noFilter } from "@/components/queue/use-queue-filter";
import { WaitStats } from "@/components/queue/wait-stats";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { paths } from "@/lib/model/paths";

/** The queue screen lists all of them. */
const shownRequests = 50;

interface PoolQueueProps {
  name: string;
  queue: ReturnType<typeof useQueue>;
  /** Whether the queue has been loaded. */
  isKnown: boolean;
  onOpen: (id: string) => void;
}

/** The oldest agents that wait for the pool. */
export default function PoolQueue({
  name,
  queue: { rows, health, offsetMs, connection },
  isKnown,
  onOpen,
}: PoolQueueProps) {
  const requests = filterQueue(rows.values(), noFilter);
  const problem =
    connection.tone === "failed" ? connection.detail : health.mode === "failing" ? health.message : undefined;
  const names = useAgentNames(requests.slice(0, shownRequests).map(({ id }) => id));
  const now = useNow() + offsetMs;
  return (
    <section aria-labelledby="pool-queue" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="pool-queue" className="font-medium text-sm">
          Queue
        </h2>
        <Link href={paths.queueOf(name)} className="text-sm underline underline-offset-2">
          View in queue
        </Link>
      </div>
      {problem === undefined ? null : (
        <p role="status" className="text-sm text-warning">
          {problem} {isKnown ? "The list may be out of date." : null}
        </p>
      )}
      {isKnown || problem !== undefined ? null : <Skeleton className="h-11 w-full" />}
      {isKnown && requests.length === 0 ? (
        <p className="text-muted-foreground text-sm">No agents are waiting.</p>
      ) : null}
      {requests.length === 0 ? null : (
        <>
          <WaitStats rows={requests} offsetMs={offsetMs} />
          <ul className="overflow-hidden rounded-md border [&>li:last-child>div]:border-b-0">
            {requests.slice(0, shownRequests).map((row) => (
              <li key={row.id}>
                <QueueEntry row={row} name={names.get(row.id)} now={now} current={false} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          {requests.length > shownRequests ? (
            <p className="text-muted-foreground text-xs">Showing the oldest {shownRequests}.</p>
          ) : null}
        </>
      )}
    </section>
  );
}
